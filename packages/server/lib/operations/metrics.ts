import { messageOf, rondelError } from '../rondel.js';
import { loadPackage } from '../util/packages.js';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Server } from 'rondel/master';
import type { ServerEvent } from '../../types/events.js';
import type { Answer } from './health.js';
import type { EventFields } from './log.js';
import type { HandledRequest } from './handled-requests.js';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The part that needs the package, for the error if the package is missing. */
const USER = '/metrics (operations.metrics: false goes without)';

/** Counters by event of `watch`: name, help text and labels. Another metric counts requests after their response. */
const COUNTED: Record<string, [name: string, help: string, labelNames: string[]]> = {
  refused: ['connections_refused', 'Connections that were not allowed.', ['transport', 'why', 'limit']],
  cut: ['connections_cut', 'Connections ended because of a limit.', ['transport', 'why', 'limit']],
  dropped: ['messages_dropped', 'Messages beyond those that may wait.', ['transport', 'game']],
  denied: ['denied', 'Questions with wrong credentials.', ['transport', 'game']],
  limited: ['limited', 'Requests beyond the limits of an address.', ['limit', 'game']],
  action: ['actions', 'Actions, by outcome.', ['game', 'outcome']],
  error: ['errors', 'Errors that games, callbacks and storages have thrown.', ['game']],
  expired: ['matches_expired', 'Matches that were wiped because they had expired.', ['game', 'why']],
  request: ['http_requests', 'HTTP requests that were answered.', ['route', 'method', 'status']],
};

/**
 * The metrics of a server, for Prometheus. No label is a match, a player, an address or another value that clients may choose.
 */
export class Metrics {
  #registry: Registry;
  #connections: Gauge;
  #matches: Gauge;
  #counters: Map<string, Counter>;
  #seconds: Histogram;

  /** @param registry the user's registry, with the user's metrics. Default: a new one with the metrics of Node */
  constructor(registry?: Registry) {
    const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = loadPackage('prom-client', USER);
    this.#registry = registry ?? new Registry();
    const registers = [this.#registry];
    const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name: `rondel_${name}`, help, labelNames, registers });
    const counter = ([name, help, labelNames]: typeof COUNTED[string]) => new Counter({ name: `rondel_${name}_total`, help, labelNames, registers });
    try {
      if (!registry) collectDefaultMetrics({ register: this.#registry });
      this.#connections = gauge('connections', 'Connections of clients.', ['transport']);
      this.#matches = gauge('matches_connected', 'Matches with connections at this process.', ['game']);
      this.#counters = new Map(Object.entries(COUNTED).map(([type, counted]) => [type, counter(counted)]));
      this.#seconds = new Histogram({
        name: 'rondel_action_seconds', help: "From an action's arrival to its answer.", labelNames: ['game'], buckets: BUCKETS, registers,
      });
    } catch (error) {
      throw rondelError('server/options', `operations.registry: ${messageOf(error)}`);
    }
  }

  /** Counts the events of a server. */
  watch({ type, ...event }: ServerEvent) {
    const { gameName: game = 'none', limit = 'none', ...labels } = event as EventFields;
    if (type === 'connected') this.#connections.inc(picked(labels, ['transport']));
    else if (type === 'disconnected') this.#connections.dec(picked(labels, ['transport']));
    else this.#count(type, { game, limit, ...labels });
    if (type === 'action') this.#seconds.observe({ game }, labels.milliseconds! / 1000);
  }

  /** Counts a request after its response. */
  handled(request: HandledRequest) {
    this.#count('request', request);
  }

  /**
   * All of it, as it is now, as Prometheus reads it.
   *
   * @param hubs by game
   */
  async text(hubs: Server.AppCtx['hubs']): Promise<Answer> {
    for (const [game, hub] of hubs) this.#matches.set({ game }, hub.matches().length);
    return { status: 200, text: await this.#registry.metrics(), type: this.#registry.contentType };
  }

  #count(type: string, labels: Record<string, unknown>) {
    this.#counters.get(type)?.inc(picked(labels, COUNTED[type][2]));
  }
}

/** The labels of these names, which are texts or numbers. */
function picked(labels: Record<string, unknown>, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, labels[name] as string | number]));
}
