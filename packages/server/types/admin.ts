import type { Server, StorageAPI } from 'rondel/master';
import type { MatchFile } from 'rondel/testing';
import type { TransportName } from './transport.js';

/**
 * The operator's methods for the matches of all nodes that share the server's storage. Each rejects with the code `server/admin` if an
 * argument is wrong.
 */
export interface Admin {
  /** Returns a page of matches, the newest first. Unlisted matches and matches that cannot be read are included. */
  listMatches(options?: AdminPage): Promise<{ matches: AdminListedMatch[]; next?: string }>;
  /**
   * Returns everything that is stored for a match, including secrets of its players. Returns `null` if there is no such match.
   *
   * @param options.credentials `true` includes the players' credentials. Default: `false`
   */
  getMatch(matchID: string, options?: { credentials?: boolean }): Promise<AdminMatch | AdminUnreadableMatch | null>;
  /**
   * Ends a match and notifies everybody at it. Runs no game code. Returns `false` if there is no such match or it had already ended.
   *
   * @param gameover the outcome, as in `ctx.gameover`. Default: `{ endedBy: 'admin' }`
   */
  endMatch(matchID: string, gameover?: any): Promise<boolean>;
  /**
   * Returns a match as one file, for `replay` of 'rondel/testing': initial state, log with random numbers, last state, and metadata without
   * credentials. The file contains secrets of the players. Returns `null` if there is no such match.
   */
  exportMatch(matchID: string): Promise<MatchFile | null>;
  /** Deletes a match permanently. Its ID cannot be used again. Returns `false` if there was no such match. */
  deleteMatch(matchID: string): Promise<boolean>;
  /**
   * Takes a seat from its player, on every node. The player receives the `reason`, and their pending actions are rejected with it. Returns
   * `false` if there is no such seat.
   */
  kick(matchID: string, playerID: string, options?: KickOptions): Promise<boolean>;
  /**
   * Bans an address from matches and the lobby, or the player of a seat from the seat, which stays free. The ban applies on every node, and
   * after a restart. Banned players receive the `reason`. A server has at most 1,000 bans. Returns `false` if there is no such seat.
   */
  ban(banned: Banned & KickOptions): Promise<boolean>;
  /** Lifts a ban. A banned player may play at the seat again. Returns `false` if there was no such ban. */
  unban(banned: Banned): Promise<boolean>;
  /** Returns a page of bans, the newest first. */
  listBans(options?: PageOptions): Promise<{ bans: Ban[]; next?: string }>;
  /**
   * Sends a notice to connected clients, on every node. Clients have it in `client.notices`. Returns `false` if there is no such match.
   *
   * @param text 1 to 500 characters
   * @param to one match, or all matches of one game. Default: all matches
   */
  sendNotice(text: string, to?: { matchID?: string; gameName?: undefined } | { gameName?: string; matchID?: undefined }): Promise<boolean>;
  /** Moves a match into quarantine, so that its ID is free. Returns the ID for `restoreMatch`, or `null` if there was no such match. */
  quarantineMatch(matchID: string): Promise<string | null>;
  /** Returns a page of the matches in quarantine, the newest first. */
  listQuarantined(options?: PageOptions): Promise<{ quarantined: StorageAPI.Quarantined[]; next?: string }>;
  /** Restores a match from quarantine. Returns `false` if there is another match with its ID. */
  restoreMatch(id: string): Promise<boolean>;
}

/** One page of a list. */
export interface PageOptions {
  /** Maximum number of entries in a page: 1 to 500. @default 50 */
  limit?: number | undefined;
  /** The `next` of the previous page. Default: the first page. */
  after?: string | undefined;
}

/** Filters of `listMatches`. */
export interface AdminPage extends PageOptions {
  /** Name of the game. Default: matches of all games. */
  gameName?: string;
  /** Matches that have ended (`true`) or that have not (`false`). Default: both. */
  isGameover?: boolean;
}

/** Terms of a kick or ban. */
export interface KickOptions {
  /** Message for the player, as in `lastError`: at most 500 characters. */
  reason?: string | undefined;
  /**
   * End of a ban, or of the time in which nobody can join a kicked player's seat, in milliseconds since 1970. Default: a ban has no end, and
   * a seat is free at once.
   */
  until?: number | undefined;
}

/** A banned address or seat. An IPv6 address stands for its whole /64 network. */
export type Banned =
  | { address: string; matchID?: undefined; playerID?: undefined }
  | { matchID: string; playerID: string; address?: undefined };

/** A ban, with its terms. */
export type Ban = Banned & {
  /** Message for the player. */
  reason: string;
  /** End of the ban, in milliseconds since 1970. `undefined` if it has no end. */
  until?: number;
  /** Start of the ban, in milliseconds since 1970. */
  bannedAt: number;
};

/** A match in a list: its metadata without credentials, or the reason why it cannot be read. */
export type AdminListedMatch = { matchID: string } & (Server.MatchData | { problem: string });

/** A match as it is stored. */
export interface AdminMatch {
  matchID: string;
  /** Metadata, with credentials if the call has asked for them. */
  metadata?: Server.MatchData;
  state?: any;
  initialState?: any;
  log: any[];
  /** Connections of this process. */
  connections: AdminConnection[];
}

/** A match that is stored, but cannot be read. */
export interface AdminUnreadableMatch {
  matchID: string;
  /** The reason why it cannot be read. */
  problem: string;
  connections: AdminConnection[];
}

/** A connection of this process with a match. Other nodes list their own. */
export interface AdminConnection {
  /** The player's seat. `null` for a spectator. */
  playerID: string | null;
  address?: string;
  transport?: TransportName;
}
