import { addressOf, warnOfUnnamedProxy } from './address.js';
import { AddressCounts } from './address-counts.js';
import { isLobbyOnly } from './auth.js';
import { ByteLimit } from './byte-limit.js';
import { DisconnectReasons } from './disconnect-reasons.js';
import { withTimeout } from './with-timeout.js';
import { FairQueue } from './fair-queue.js';
import { IncompleteMessages } from './incomplete-messages.js';
import { limitsFrom } from './limit-defaults.js';
import { isRequestAllowed } from './origins.js';
import { QueuedMessages } from './queued-messages.js';
import { AddressQuota, messageCost, TokenBucket, TokenBuckets } from './token-bucket.js';
import { GAME_NOT_FOUND, unref } from './rondel.js';
import { watcher } from './server-events.js';
import { printErrorNowAndThen } from './util/recent-errors.js';
import type { IncomingMessage } from 'node:http';
import type { Server as Types } from 'rondel/master';
import type { Bans } from './bans.js';
import type { Limits } from './limit-defaults.js';
import type { Watch } from './server-events.js';
import type { Limits as GivenLimits } from '../types/limits.js';
import type { CutLimit, CutWhy } from '../types/events.js';
import type { AllowedOrigins, TransportName } from '../types/transport.js';

/** Milliseconds in which a client that has connected has to send something. Silent ones would use up the connections of others. */
export const PATIENCE = 10_000;

/** Amounts that each address has, by name, and the period in seconds. */
const QUOTAS = {
  'address.requests': 60,
  'address.matches': 3600,
  'address.joins': 3600,
  'address.changes': 3600,
  'address.actionBytes': 3600,
  'connections.perMinute': 60,
} as const;

type QuotaName = keyof typeof QUOTAS;

/** The name of a limit that an address may reach, as in `limits` of a server. */
export type AddressLimit = Exclude<QuotaName, 'connections.perMinute'>;

const TOO_MANY = 'too many matches have begun from this address (limits.address.matches): try again later';
const TOO_MUCH = 'the actions of this address take too much space (limits.address.actionBytes): try again later';

/** Options that may refuse a request for a connection: the reason for `watch`, and the status of the response. */
export const CONNECTION_REFUSALS = {
  origins: { why: 'origin', status: '403 Forbidden' },
  'limits.connections.perMinute': { why: 'address', status: '429 Too Many Requests' },
  'limits.connections.admit': { why: 'admit', status: '429 Too Many Requests' },
  'limits.connections.total': { why: 'connections', status: '503 Service Unavailable' },
  'limits.connections.perAddress': { why: 'address', status: '503 Service Unavailable' },
} as const;

/** The option that refuses a connection. */
export type ConnectionRefusal = keyof typeof CONNECTION_REFUSALS;

/** The pages that may connect, and by what. */
interface Page {
  origins: AllowedOrigins | undefined;
  transport: TransportName;
}

/** Transport and game of an event, for `watch`. */
interface Place {
  transport: TransportName | 'http';
  gameName?: string;
}

/** Options of a server that its limits depend on. */
interface LimitsOptions {
  trustedProxies?: number;
  lobbyOnly?: boolean;
  bans?: Bans;
}

/**
 * The limits of a server, and what they have been used for until now: one object for all transports of an app.
 */
export class ServerLimits {
  declare readonly of: Limits;
  declare readonly watch: Watch;
  /** Token buckets of seats for actions without effect, with the rate of a connection. */
  declare readonly refused: TokenBuckets;
  /** Shares the event loop among connections. */
  declare readonly queue: FairQueue;
  /** Bytes that clients have not read. */
  declare readonly unread: ByteLimit;
  declare readonly reasons: DisconnectReasons;
  /** Incomplete messages, and bodies of the lobby's requests. */
  declare readonly incomplete: IncompleteMessages;
  /** Messages that wait to be handled. */
  declare readonly queued: QueuedMessages;
  #connections = new AddressCounts();
  #quotas: Map<QuotaName, AddressQuota>;
  #trustedProxies;
  #lobbyOnly;
  #bans: Bans | undefined;

  constructor(limits: GivenLimits = {}, watch: Watch = watcher(), { trustedProxies = 0, lobbyOnly, bans }: LimitsOptions = {}) {
    this.of = limitsFrom(limits);
    this.watch = watch;
    this.#trustedProxies = trustedProxies;
    this.#lobbyOnly = lobbyOnly;
    this.#bans = bans;
    this.#quotas = new Map(Object.entries(QUOTAS).map(([name, seconds]) => [name as QuotaName, new AddressQuota(amountOf(this.of, name), seconds)]));
    const { messages } = this.of;
    this.refused = new TokenBuckets(messages);
    this.queue = new FairQueue();
    this.unread = new ByteLimit(() => this.of.unread.total);
    this.reasons = new DisconnectReasons();
    this.incomplete = new IncompleteMessages(messages.size);
    this.queued = new QueuedMessages(messages.size);
  }

  /** As `addressOf` of address.ts. */
  addressOf(request: IncomingMessage) {
    return addressOf(request, this.#trustedProxies);
  }

  /** Why a client may not play by this request, or by a connection that has been made of it; null if it may. */
  banOf(request: IncomingMessage) {
    if (!this.#bans || this.#bans.isEmpty) return null;
    const ban = this.#bans.of(this.addressOf(request));
    if (ban) this.warnOfProxy('admin.ban', request);
    return ban;
  }

  /** Returns the option that refuses a request for a connection, or null. Never rejects. */
  async refusal(request: IncomingMessage, { origins, transport }: Page): Promise<ConnectionRefusal | null> {
    // A socket that is gone when it is counted does not know it any more.
    const address = this.addressOf(request);
    const asked = isRequestAllowed(request, origins, this.#trustedProxies);
    const isAllowed = await withTimeout(asked, { name: 'origins', milliseconds: PATIENCE }).catch(() => false);
    const limit = isAllowed ? await this.#whyNotConnect(request, address) : 'origins';
    if (limit) this.#noteRefusal(request, { transport, limit, address });
    return limit;
  }

  async #whyNotConnect(request: IncomingMessage, address: string): Promise<ConnectionRefusal | null> {
    if (this.#take('connections.perMinute', request) > 0) return 'limits.connections.perMinute';
    return await this.#isAdmitted(request) ? this.#whyFull(address) : 'limits.connections.admit';
  }

  /** Returns the limit that an address has reached with its open connections, or null. */
  #whyFull(address: string) {
    const { total, perAddress } = this.of.connections;
    if (this.#connections.sum >= total) return 'limits.connections.total';
    return this.#connections.of(address) >= perAddress ? 'limits.connections.perAddress' : null;
  }

  #noteRefusal(request: IncomingMessage, { transport, limit, address }: { transport: TransportName, limit: ConnectionRefusal, address: string }) {
    if (limit === 'limits.connections.perAddress') this.warnOfProxy(limit, request);
    this.watch({ type: 'refused', transport, why: CONNECTION_REFUSALS[limit].why, limit, request, address });
  }

  async #isAdmitted(request: IncomingMessage) {
    try {
      const { admit } = this.of.connections;
      return !admit || Boolean(await withTimeout(admit(request), { name: 'limits.connections.admit', milliseconds: PATIENCE }));
    } catch (error) {
      printErrorNowAndThen('rondel: limits.connections.admit threw:', error);
      return false;
    }
  }

  /**
   * Admits a connection: returns a function to call when it has ended, or the option that refuses it: others may have connected
   * since `refusal`.
   *
   * @param request that it has been made of
   */
  enter(request: IncomingMessage, transport: TransportName): (() => void) | ConnectionRefusal {
    // Known when it has ended, too, for `watch`.
    const address = this.addressOf(request);
    const limit = this.#whyFull(address);
    if (limit) {
      this.#noteRefusal(request, { transport, limit, address });
      return limit;
    }
    this.#connections.add(address, 1);
    this.watch({ type: 'connected', transport, request });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#connections.add(address, -1);
      this.watch({ type: 'disconnected', transport, request });
    };
  }

  /**
   * Why a client may not have a match begin by asking for it; null if it may, which counts.
   *
   * @param request that its connection has been made of
   */
  whyNotBegin(request: IncomingMessage, where: Place) {
    if (isLobbyOnly(this.#lobbyOnly)) return GAME_NOT_FOUND;
    return this.take('address.matches', request, where) === 0 ? null : TOO_MANY;
  }

  /**
   * Why a client may not do what takes so many bytes to keep; null if it may, which counts.
   *
   * @param request that its connection has been made of
   */
  whyNotAct(request: IncomingMessage, bytes: number, where: Place) {
    return this.take('address.actionBytes', request, where, bytes) === 0 ? null : TOO_MUCH;
  }

  /** Counts what somebody does for their address: 0, or the seconds until they may, and nothing is counted. */
  take(limit: AddressLimit, request: IncomingMessage, where: Place, amount: number = 1) {
    const seconds = this.#take(limit, request, amount);
    if (seconds > 0) this.watch({ type: 'limited', limit: `limits.${limit}`, ...where, address: this.addressOf(request) });
    return seconds;
  }

  #take(limit: QuotaName, request: IncomingMessage, amount = 1) {
    const seconds = (this.#quotas.get(limit) as AddressQuota).take(this.addressOf(request), amount);
    if (seconds > 0) this.warnOfProxy(`limits.${limit}`, request);
    return seconds;
  }

  /** Warns of a request that `what` refuses for its address, if that may be a proxy's. */
  warnOfProxy(what: string, request: IncomingMessage) {
    if (this.#trustedProxies === 0) warnOfUnnamedProxy(what, request);
  }

  /**
   * Guards a connection, which `cut` ends: returns a function that takes the bytes of each message, and returns whether the connection
   * goes on.
   *
   * @param request that it has been made of
   */
  guard(request: IncomingMessage, transport: TransportName, cut: () => void) {
    const bucket = new TokenBucket(this.of.messages);
    return (bytes: number) => {
      if (bucket.charge(messageCost(bytes))) return true;
      this.noteCut(request, transport, 'rate', 'limits.messages.rate');
      cut();
      return false;
    };
  }

  /** Cuts a connection that sends no message in its first ten seconds. Returns a function that stops waiting. */
  awaitMessage(request: IncomingMessage, transport: TransportName, cut: () => void) {
    const timer = unref(setTimeout(() => {
      this.noteCut(request, transport, 'silent');
      cut();
    }, PATIENCE));
    return () => clearTimeout(timer);
  }

  /**
   * Notes why a connection is cut, for `watch` and for its client.
   *
   * @param limit option that the connection exceeds, unless the limit is fixed
   */
  noteCut(request: IncomingMessage, transport: TransportName | 'http', why: CutWhy, limit?: CutLimit) {
    this.watch({ type: 'cut', transport, why, ...limit && { limit }, address: this.addressOf(request) });
    this.reasons.note(request, why, limit);
  }
}

function amountOf(limits: Limits, name: string) {
  const [group, field] = name.split('.');
  return (limits as unknown as Record<string, Record<string, number>>)[group][field];
}

/** The limits of an app, made of what its `context.limits` holds. */
export function limitsOf({ context }: Pick<Types.App, 'context'>): ServerLimits {
  if (!(context.limits instanceof ServerLimits)) context.limits = new ServerLimits(context.limits, context.watch, context as LimitsOptions);
  return context.limits;
}
