import type { MasterLimits } from 'rondel/master';
import type { HttpRequest } from './dependencies.js';

/** Messages of one connection. Beyond `rate` and `burst`, or with a larger message, the server closes the connection. */
export interface MessageLimits {
  /** Messages per second in the long run. Each kilobyte of a message counts as another one. @default 500 */
  rate?: number;
  /** Messages at once. @default 2000, or twice the kilobytes of `size` */
  burst?: number;
  /** Maximum size of one message, in bytes. @default 1_000_000, or eight times `match.args` */
  size?: number;
  /** Messages that wait to be handled. The server drops further ones, and Rondel's clients send them again. @default 500 */
  queued?: number;
}

/** Chat messages of one connection, and of one player over all connections. The server drops further ones. */
export interface ChatLimits {
  /** Messages per second in the long run. @default 2 */
  rate?: number;
  /** Messages at once. @default 20 */
  burst?: number;
}

/** Bytes that the server has sent and clients have not read. Beyond a limit, the server closes connections. */
export interface UnreadLimits {
  /** Bytes of one connection, in addition to one whole match. @default 1_000_000 */
  connection?: number;
  /** Bytes of all connections, including responses of the lobby. The server closes those with most unread bytes. @default 100_000_000 */
  total?: number;
}

/** Number of connections. The server refuses further ones. */
export interface ConnectionLimits {
  /** Connections at one time. @default Infinity */
  total?: number;
  /** Connections of one address at one time. @default 1000 */
  perAddress?: number;
  /** Connections that one address may begin per minute. @default 3000 */
  perMinute?: number;
  /**
   * Returns `true`, or a promise of it, if a request of Node's may become a connection: for limits of your own. `undefined`, and no result within
   * ten seconds, count as `false`.
   */
  admit?: (request: HttpRequest) => boolean | Promise<boolean>;
}

/** Quotas of one address. The server refuses further requests and actions; connections stay open. */
export interface AddressLimits {
  /** HTTP requests per minute. @default 10_000 */
  requests?: number;
  /** Matches per hour that the address creates by the lobby, or starts by connecting to an unused ID. @default 600 */
  matches?: number;
  /** Requests to join a match, per hour. @default 1000 */
  joins?: number;
  /** Other changes by the lobby, per hour. @default 5000 */
  changes?: number;
  /** Bytes per hour that stored actions take: 300 for each action, and its arguments. @default 50_000_000 */
  actionBytes?: number;
}

/** Size of one match, and lifetime of one that nobody plays. The server refuses what would exceed a size. */
export interface MatchLimits extends MasterLimits {
  /** Bytes of `setupData`, as JSON. The number of its values may be a tenth of that. @default 100_000 */
  setupData?: number;
  /** Bytes of the `data` of all players, as JSON. Each seat has an equal share. @default 500_000 */
  playerData?: number;
  /**
   * Lifetime of a match that a client started by connecting to an unused ID and in which nobody acts, in milliseconds.
   *
   * @default 3_600_000
   */
  unplayed?: number;
}

/** The option `limits` of a server, in groups. Missing groups and fields have their defaults; `Infinity` is no limit. */
export interface Limits {
  /** Messages of one connection. */
  messages?: MessageLimits;
  /** Chat messages of one connection and of one player. */
  chat?: ChatLimits;
  /** Bytes that clients have not read. */
  unread?: UnreadLimits;
  /** Number of connections. */
  connections?: ConnectionLimits;
  /** Quotas of one address, per minute or hour. */
  address?: AddressLimits;
  /** Size of one match. */
  match?: MatchLimits;
}
