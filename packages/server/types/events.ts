import type { HttpRequest } from './dependencies.js';
import type { TransportName } from './transport.js';

/**
 * Outcome of an action:
 *
 * - `done`: stored.
 * - `refused`: the rules or a limit refused it, or the game's code threw.
 * - `unauthorized`: the sender has no right to act for the player.
 * - `malformed`: it is no valid action, or its arguments are too large.
 * - `unknown`: there is no such match.
 * - `dropped`: too many messages were waiting, or the server was closing.
 * - `failed`: the storage threw.
 */
export type ActionOutcome = 'done' | 'refused' | 'unauthorized' | 'malformed' | 'unknown' | 'dropped' | 'failed';

/**
 * Reason why a match expired: `unplayed` if a client started it by connecting to an unused ID and nobody has acted in it (`limits.match.unplayed`);
 * `finished` and `unfinished` by the `ttl` of the server.
 */
export type ExpiryReason = 'unplayed' | 'finished' | 'unfinished';

/**
 * Reason why a server closed a connection:
 *
 * - `rate`: it sent more messages than `limits.messages.rate` and `burst` allow.
 * - `backlog`: it left more than `limits.unread.connection` bytes of chat and other messages unread.
 * - `unread`: all connections together left more than `limits.unread.total` bytes unread, and this one the most.
 * - `handshake`: its handshake was too large.
 * - `unfinished`: incomplete messages of all connections took too much memory, and those of this one the most.
 * - `slow`: a message took too long to arrive.
 * - `waiting`: too much of what it sent waited to be handled.
 * - `size`: a message was larger than `limits.messages.size`, or had too many fragments.
 * - `silent`: it sent no message in its first ten seconds.
 */
export type CutWhy = 'rate' | 'backlog' | 'unread' | 'handshake' | 'unfinished' | 'slow' | 'waiting' | 'size' | 'silent';

/** Option that limits a connection. */
export type CutLimit = `limits.messages.${'rate' | 'burst' | 'size'}` | `limits.unread.${'connection' | 'total'}`;

/** Event that `watch` of a server receives. It contains no credentials, except in `request` and in errors that a game throws. */
export type ServerEvent =
  | { type: 'connected' | 'disconnected'; transport: TransportName; request: HttpRequest }
  /**
   * The server refused a connection. `limit` names the option, and `address` is the address that it counts for. With the transport `http`, it
   * refused a request to the lobby from a page of a foreign origin.
   */
  | { type: 'refused'; transport: TransportName | 'http'; why: 'origin' | 'admit' | 'connections' | 'address'; request: HttpRequest; limit?: string; address?: string }
  /** The server closed a connection, for the reason in `why`. `limit` names the option, unless the limit is fixed. */
  | { type: 'cut'; transport: TransportName | 'http'; why: CutWhy; limit?: CutLimit; address: string }
  /** The server dropped a message, because too many were waiting. */
  | { type: 'dropped'; transport: TransportName; gameName: string }
  /** A client or a request to the lobby had the wrong credentials for a seat. */
  | { type: 'denied'; transport: TransportName | 'http'; gameName: string }
  /** An address has reached one of the limits in `limits.address`. */
  | { type: 'limited'; limit: `limits.address.${'requests' | 'matches' | 'joins' | 'changes' | 'actionBytes'}`; transport: TransportName | 'http'; gameName?: string; address: string }
  /** The server deleted a match that has been idle for too long. */
  | { type: 'expired'; gameName: string; why: ExpiryReason }
  /** A client acted. `milliseconds` is the time from the arrival of the action to the answer. */
  | { type: 'action'; gameName: string; outcome: ActionOutcome; milliseconds: number }
  /** A game, a storage or a callback threw. The server does not print the error if it has a `watch`. */
  | { type: 'error'; error: unknown; gameName?: string; matchID?: string };
