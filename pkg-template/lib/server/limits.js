import { masterLimits } from '../online/limits.js';
import { addressOf } from './address.js';
import { Allowance } from './allowance.js';
import { isLobbyOnly } from './lobby-only.js';
import { Connections } from './connections.js';
import { CutReasons } from './cut-reasons.js';
import { inTime } from './in-time.js';
import { Meter } from './meter.js';
import { Meters } from './meters.js';
import { isRequestAllowed } from './origins.js';
import { Turns } from './turns.js';
import { Unfinished } from './unfinished.js';
import { warnOfUnnamedProxy } from './unnamed-proxy.js';
import { Unread } from './unread.js';
import { Waiting } from './waiting.js';
import { watcher } from './watch.js';
import { printErrorNowAndThen } from './util/news.js';

/**
 * What one connection may ask of a server, and how many there may be. A client that goes beyond it loses the connection, and
 * no other client is affected. Those of masters are in lib/online/limits.js.
 *
 * @typedef {object} Limits
 * @property {number} rate messages a second in the long run; each kilobyte of a message counts as another one
 * @property {number} burst messages at once
 * @property {number} waiting messages that wait to be answered; those beyond it are dropped, and clients send them again
 * @property {number} chatRate chat messages a second in the long run; those beyond it are dropped
 * @property {number} chatBurst chat messages at once
 * @property {number} backlog bytes that a slow client has not read, besides a whole match
 * @property {number} unread bytes that all clients together have not read
 * @property {number} size bytes of a message
 * @property {number} connections at one time
 * @property {number} addressConnections at one time, of one address
 * @property {number} requests HTTP requests of an address, a minute
 * @property {number} connects connections that an address may begin, a minute
 * @property {number} beginnings matches that an address may have begin by asking for them, an hour
 * @property {number} creations matches that an address may make by the lobby, an hour
 * @property {number} joins seats that an address may ask for, an hour
 * @property {number} changes what else an address may ask the lobby to change, an hour
 * @property {number} actionBytes that an address may have kept by its actions, an hour: arguments and what is logged beside them
 * @property {number} unplayed milliseconds after which a match goes that a client has had begin, and in which nobody acts
 * @property {(request: any) => boolean | Promise<boolean>} [admit] whether a request may become a connection
 */

/** Milliseconds in which a client that has connected has to send something. Silent ones would use up the connections of others. */
export const PATIENCE = 10_000;

/** @type {Limits} */
const USUAL = {
  rate: 500, burst: 2000, waiting: 500, backlog: 1_000_000, unread: 100_000_000, size: 1_000_000, connections: Infinity,
  addressConnections: 1000,
  chatRate: 2, chatBurst: 20,
  // A page may be a hundred files; when a server is back, all players of an address connect at once.
  requests: 10_000, connects: 3000,
  // Fifty players of a club share an address, and play again every few minutes.
  beginnings: 300, creations: 300, joins: 1000, changes: 5000,
  // A game of an hour has a log of a hundred kilobytes.
  actionBytes: 50_000_000,
  unplayed: 3_600_000,
};

/** What each address may do so much of in an hour. */
const HOURLY = /** @type {const} */ (['beginnings', 'creations', 'joins', 'changes', 'actionBytes']);

/** @typedef {typeof HOURLY[number]} HourlyLimit */

/** The same, in a minute. */
const OF_A_MINUTE = /** @type {const} */ (['requests', 'connects']);
const MINUTE_MS = 60_000;

/** How often a player may say something, by however many connections: as often as by one. */
export function chatLimitsOf(limits) {
  const { chatRate: rate, chatBurst: burst } = { ...USUAL, ...limits };
  return { rate, burst };
}

/** The names of the amounts. */
export const SERVER_AMOUNTS = Object.keys(USUAL);

const NOT_FOUND = 'game not found';
const TOO_MANY = 'too many matches have begun from this address: try again later';
const TOO_MUCH = 'too much has been done from this address: try again later';

/**
 * The limits of a server, and what they have been used for until now: one object for all transports of an app.
 */
export class ServerLimits {
  #connections;
  #allowances;
  #trustedProxies;
  #lobbyOnly;
  /** @type {import('./bans.js').Bans | undefined} */
  #bans;

  /**
   * @param {Partial<Limits>} [limits]
   * @param {import('./watch.js').Watch} [watch]
   * @param {{ trustedProxies?: number, lobbyOnly?: boolean, bans?: import('./bans.js').Bans }} [options] of the server
   */
  constructor(limits = {}, watch = watcher(), { trustedProxies = 0, lobbyOnly, bans } = {}) {
    /** @type {Limits} */
    this.of = { ...USUAL, ...usualSizes(limits), ...limits };
    this.watch = watch;
    this.#trustedProxies = trustedProxies;
    this.#connections = new Connections(this.of);
    this.#lobbyOnly = lobbyOnly;
    this.#bans = bans;
    /** @type {Map<string, Allowance>} */
    this.#allowances = new Map([
      ...HOURLY.map((limit) => /** @type {const} */ ([limit, new Allowance(this.of[limit])])),
      ...OF_A_MINUTE.map((limit) => /** @type {const} */ ([limit, new Allowance(this.of[limit], undefined, MINUTE_MS)])),
    ]);
    /** What players owe for actions that had no effect: as much as one connection may. */
    this.refused = new Meters(this.of);
    /** By which connections share the event loop. */
    this.turns = new Turns();
    /** What all connections together have not read. */
    this.unread = new Unread(() => this.of.unread);
    this.reasons = new CutReasons();
    /** What has begun to arrive by any of them, and by the lobby's requests, and is not complete. */
    this.unfinished = new Unfinished((event) => this.watch(event), this.of.size);
    /** What has arrived as a whole, and has no answer yet. */
    this.waiting = new Waiting(this.of.size);
  }

  /** As `addressOf` of address.js. */
  addressOf(request) {
    return addressOf(request, this.#trustedProxies);
  }

  /** Why a client may not play by this request, or by a connection that has been made of it; null if it may. */
  banOf(request) {
    if (!this.#bans || this.#bans.isEmpty) return null;
    const ban = this.#bans.of(this.addressOf(request));
    if (ban) this.warnOfProxy('admin.ban', request);
    return ban;
  }

  /**
   * Null if a request may become a connection, or else why not. Never rejected.
   *
   * @param {any} request
   * @param {{ origins: any, transport: import('../../server.d.ts').TransportName }} server
   * @returns {Promise<'origin' | 'address' | 'admit' | null>}
   */
  async refusal(request, { origins, transport }) {
    // A socket that is gone when it is counted does not know it any more.
    this.addressOf(request);
    const asked = isRequestAllowed(request, origins, this.#trustedProxies);
    const isAllowed = await inTime(asked, { name: 'origins', milliseconds: PATIENCE }).catch(() => false);
    const why = isAllowed ? await this.#whyNotConnect(request) : 'origin';
    if (why) this.watch({ type: 'refused', transport, why, request });
    return why;
  }

  async #whyNotConnect(request) {
    if (this.#take('connects', request) > 0) return 'address';
    return await this.#isAdmitted(request) ? null : 'admit';
  }

  async #isAdmitted(request) {
    try {
      const { admit } = this.of;
      return !admit || (await inTime(admit(request), { name: 'limits.admit', milliseconds: PATIENCE })) !== false;
    } catch (error) {
      printErrorNowAndThen('rondel: limits.admit threw:', error);
      return false;
    }
  }

  /**
   * Admits a connection: returns a function to call when it has ended, or null if there are too many.
   *
   * @param {any} request that it has been made of
   * @param {import('../../server.d.ts').TransportName} transport
   * @returns {(() => void) | null}
   */
  enter(request, transport) {
    // Known when it has ended, too, for `watch`.
    const address = this.addressOf(request);
    const why = this.#connections.whyNot(address);
    if (why) {
      if (why === 'address') this.warnOfProxy('limits.addressConnections', request);
      this.watch({ type: 'refused', transport, why, request });
      return null;
    }
    this.#connections.count(address, 1);
    this.watch({ type: 'connected', transport, request });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#connections.count(address, -1);
      this.watch({ type: 'disconnected', transport, request });
    };
  }

  /**
   * Why a client may not have a match begin by asking for it; null if it may, which counts.
   *
   * @param {any} request that its connection has been made of
   * @param {{ transport: import('../../server.d.ts').TransportName, gameName: string }} where
   */
  whyNotBegin(request, where) {
    if (isLobbyOnly(this.#lobbyOnly)) return NOT_FOUND;
    return this.take('beginnings', request, where) === 0 ? null : TOO_MANY;
  }

  /**
   * Why a client may not do what takes so many bytes to keep; null if it may, which counts.
   *
   * @param {any} request that its connection has been made of
   * @param {number} bytes
   * @param {{ transport: import('../../server.d.ts').TransportName, gameName: string }} where
   */
  whyNotAct(request, bytes, where) {
    return this.take('actionBytes', request, where, bytes) === 0 ? null : TOO_MUCH;
  }

  /**
   * Counts what somebody does for their address: 0, or the seconds until they may, and nothing is counted.
   *
   * @param {HourlyLimit | 'requests'} limit
   * @param {any} request
   * @param {{ transport: import('../../server.d.ts').TransportName | 'http', gameName?: string }} where
   * @param {number} [amount]
   */
  take(limit, request, where, amount = 1) {
    const seconds = this.#take(limit, request, amount);
    if (seconds > 0) this.watch({ type: 'limited', limit, ...where });
    return seconds;
  }

  #take(limit, request, amount = 1) {
    const seconds = /** @type {Allowance} */ (this.#allowances.get(limit)).take(this.addressOf(request), amount);
    if (seconds > 0) this.warnOfProxy(`limits.${limit}`, request);
    return seconds;
  }

  /** Warns of a request that `what` refuses for its address, if that may be a proxy's. */
  warnOfProxy(what, request) {
    if (this.#trustedProxies === 0) warnOfUnnamedProxy(what, request);
  }

  /**
   * Guards a connection, which `cut` ends: returns a function that takes the bytes of each message, and returns whether the connection
   * goes on.
   *
   * @param {any} request that it has been made of
   * @param {import('../../server.d.ts').TransportName} transport
   * @param {() => void} cut
   */
  guard(request, transport, cut) {
    const meter = new Meter(this.of);
    return (bytes) => {
      if (meter.take(bytes)) return true;
      this.watch({ type: 'cut', transport, why: 'rate' });
      this.reasons.note(request, 'rate');
      cut();
      return false;
    };
  }
}

/**
 * As text, a character of the arguments may take six bytes; an ID, credentials and the rest of the message come on top. The
 * largest message may be sent twice at once.
 */
function usualSizes(limits) {
  const size = limits.size ?? Math.max(USUAL.size, 8 * masterLimits(limits).args);
  return { size, burst: Math.max(USUAL.burst, Math.ceil(size / 512)) };
}

/** The limits of an app, made of what its `context.limits` holds. */
export function limitsOf({ context }) {
  if (!(context.limits instanceof ServerLimits)) context.limits = new ServerLimits(context.limits, context.watch, context);
  return context.limits;
}
