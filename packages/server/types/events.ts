import type { HttpRequest } from './dependencies.js';
import type { TransportName } from './transport.js';

/**
 * What has come of an action. `refused`: by the rules, or because the game's own code threw. `unknown`: there is no such match.
 * `dropped`: too many were waiting, or the server was closing. `failed`: the storage threw.
 */
export type ActionOutcome = 'done' | 'refused' | 'unauthorized' | 'malformed' | 'unknown' | 'dropped' | 'failed';

/** Why a match has gone: it had begun because a client asked for it, and nobody has acted in it; or by `ttl`. */
export type ExpiryReason = 'unplayed' | 'finished' | 'unfinished';

/** Why a server has cut a connection. */
export type CutWhy = 'rate' | 'backlog' | 'unread' | 'handshake' | 'unfinished' | 'slow' | 'waiting';

/** What `watch` of a server is called with. There are no credentials in it but those that a `request` or a game's own error has. */
export type ServerEvent =
  | { type: 'connected' | 'disconnected'; transport: TransportName; request: HttpRequest }
  /** A connection was refused: `limit` names the option, and `address` is what it counts for. `http`: a page of a foreign origin wrote to the lobby. */
  | { type: 'refused'; transport: TransportName | 'http'; why: 'origin' | 'admit' | 'connections' | 'address'; request: HttpRequest; limit?: string; address?: string }
  /** A connection has been ended: it sent too much, had too much waiting, read too little, or did not end what it had begun to send. */
  | { type: 'cut'; transport: TransportName | 'http'; why: CutWhy; address: string }
  /** A message was one too many. */
  | { type: 'dropped'; transport: TransportName; gameName: string }
  /** Somebody had not the credentials of the seat that they asked for, or wanted to change by the lobby. */
  | { type: 'denied'; transport: TransportName | 'http'; gameName: string }
  /** An address has made as many matches or requests, asked for as many seats or changes, or acted as much as `limits` allow. */
  | { type: 'limited'; limit: `limits.address.${'requests' | 'matches' | 'joins' | 'changes' | 'actionBytes'}`; transport: TransportName | 'http'; gameName?: string; address: string }
  /** A match has been wiped, because it has been idle for as long as it may. */
  | { type: 'expired'; gameName: string; why: ExpiryReason }
  | { type: 'action'; gameName: string; outcome: ActionOutcome; milliseconds: number }
  /** What a game, a storage or a subscriber has thrown: a master's `onError`, which prints nothing then. */
  | { type: 'error'; error: unknown; gameName?: string; matchID?: string };
