/** What Prometheus reads. No label is a match, a player, or anything else that strangers may choose. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The metrics of a server. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name, help, labelNames) => new Counter({ name: `rondel_${name}`, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });

  const connections = new Gauge({ name: 'rondel_connections', help: 'Connections of clients.', labelNames: ['transport'], registers });
  const refused = counter('connections_refused_total', 'Connections that were not allowed.', ['transport', 'why']);
  const cut = counter('connections_cut_total', 'Connections ended because of a limit.', ['transport', 'why']);
  const dropped = counter('messages_dropped_total', 'Messages beyond those that may wait.', ['transport', 'game']);
  const denied = counter('denied_total', 'Questions with wrong credentials.', ['transport', 'game']);
  const limited = counter('limited_total', 'Matches and seats beyond those that an address may have.', ['limit', 'game']);
  const actions = counter('actions_total', 'Actions, by what has come of them.', ['game', 'outcome']);
  const errors = counter('errors_total', 'What games and storages have thrown.', ['game']);
  const storageErrors = counter('storage_errors_total', 'What the database has refused to do.', ['operation']);
  const requests = counter('http_requests_total', 'HTTP requests that were answered.', ['route', 'method', 'status']);
  const seconds = new Histogram({
    name: 'rondel_action_seconds', help: 'From an action\'s arrival to its answer.', labelNames: ['game'], buckets: BUCKETS, registers,
  });

  return {
    registry,
    watch,
    storageFailed: (operation) => storageErrors.inc({ operation }),
    answered: ({ route, method, status }) => requests.inc({ route, method, status }),
    watchMatches,
  };

  /** What the server tells: see `watch` in docs/reference/server.md. */
  function watch(event) {
    const { type, transport, why, limit, gameName: game } = event;
    switch (type) {
      case 'connected': return connections.inc({ transport });
      case 'disconnected': return connections.dec({ transport });
      case 'refused': return refused.inc({ transport, why });
      case 'cut': return cut.inc({ transport, why });
      case 'dropped': return dropped.inc({ transport, game });
      case 'denied': return denied.inc({ transport, game });
      case 'limited': return limited.inc({ limit, game });
      case 'error': return errors.inc({ game: game ?? 'none' });
      default:
        actions.inc({ game, outcome: event.outcome });
        return seconds.observe({ game }, event.milliseconds / 1000);
    }
  }

  /** Hubs say how many matches have connections, whenever somebody asks. */
  function watchMatches(hubs) {
    new Gauge({
      name: 'rondel_matches_connected',
      help: 'Matches with connections at this process.',
      labelNames: ['game'],
      registers,
      collect() {
        for (const [game, hub] of hubs) this.set({ game }, hub.matches().length);
      },
    });
  }
}
