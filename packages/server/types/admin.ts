import type { Server, StorageAPI } from 'rondel/master';
import type { MatchFile } from 'rondel/testing';
import type { TransportName } from './transport.js';

/** The operator's methods for the matches of a server, those of all nodes at its storage. */
export interface Admin {
  /** A page of the matches of all kinds, the newest first. */
  listMatches(options?: AdminPage): Promise<{ matches: AdminListedMatch[]; next?: string }>;
  /** All that is stored of a match, what its players may not see included; null if there is none. */
  getMatch(matchID: string, options?: { credentials?: boolean }): Promise<AdminMatch | AdminUnreadableMatch | null>;
  /**
   * Ends a match with this outcome, `{ endedBy: 'admin' }` if it is left out, and notifies everybody at it. Nothing of the game's code is run. Whether it was not
   * over before.
   */
  endMatch(matchID: string, gameover?: any): Promise<boolean>;
  /**
   * A match as one file, for `replay` of 'rondel/testing': how it began, its log with what was drawn, its last state, and its metadata without
   * credentials. It holds what players may not see. Null if there is none.
   */
  exportMatch(matchID: string): Promise<MatchFile | null>;
  /** Deletes a match for good, and refuses its ID to everybody from now on. Whether there was one. */
  deleteMatch(matchID: string): Promise<boolean>;
  /**
   * Takes a player's seat from them, on every node: they are sent the `reason`, and what they wait for is rejected with it. Whether there is such a seat.
   */
  kick(matchID: string, playerID: string, options?: KickOptions): Promise<boolean>;
  /**
   * Keeps all at an address from playing and from the lobby, or takes a seat from a player and gives it to nobody: on every node, and after a
   * restart. They are sent the `reason`. Whether there is such a seat. There are 1,000 bans at most.
   */
  ban(banned: Banned & KickOptions): Promise<boolean>;
  /** Lifts a ban; a player who had a seat may play again. Whether there was one. */
  unban(banned: Banned): Promise<boolean>;
  /** A page of the bans, the newest first. */
  listBans(options?: PageOptions): Promise<{ bans: Ban[]; next?: string }>;
  /**
   * Says something to those who are at matches now, on every node: `client.notices`. 500 characters at most; to one match, to all of a game, or to all. Whether
   * there is such a match.
   */
  sendNotice(text: string, to?: { matchID?: string; gameName?: undefined } | { gameName?: string; matchID?: undefined }): Promise<boolean>;
  /** Puts a match out of the way: there is none of this ID then. The ID to put it back by; null if there was none. */
  quarantineMatch(matchID: string): Promise<string | null>;
  /** A page of the matches that are out of the way, the newest first. */
  listQuarantined(options?: PageOptions): Promise<{ quarantined: StorageAPI.Quarantined[]; next?: string }>;
  /** Puts a match back as it was. Whether it has: not where there is another one of its ID. */
  restoreMatch(id: string): Promise<boolean>;
}

export interface PageOptions {
  /** The largest number of entries in a page, 500 at most. @default 50 */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export interface AdminPage extends PageOptions {
  /** Left out: those of all games. */
  gameName?: string;
  isGameover?: boolean;
}

export interface KickOptions {
  /** For the player, as `lastError` has it: 500 characters at most. */
  reason?: string | undefined;
  /** Milliseconds since 1970. Of a kick, until when nobody has the seat; left out, it is free for anyone who joins. A ban without it has no end. */
  until?: number | undefined;
}

/** An address, of IPv4 or IPv6, which stands for its /64; or a seat. */
export type Banned =
  | { address: string; matchID?: undefined; playerID?: undefined }
  | { matchID: string; playerID: string; address?: undefined };

export type Ban = Banned & {
  reason: string;
  /** Milliseconds since 1970; undefined if it has no end. */
  until?: number;
  bannedAt: number;
};

/** Metadata without credentials; or why they cannot be read. */
export type AdminListedMatch = { matchID: string } & (Server.MatchData | { problem: string });

export interface AdminMatch {
  matchID: string;
  /** With credentials if they were asked for. */
  metadata?: Server.MatchData;
  state?: any;
  initialState?: any;
  log: any[];
  connections: AdminConnection[];
}

export interface AdminUnreadableMatch {
  matchID: string;
  /** What cannot be read. */
  problem: string;
  connections: AdminConnection[];
}

/** Who is at a match by this process; others know of their own. */
export interface AdminConnection {
  /** Null for a spectator. */
  playerID: string | null;
  address?: string;
  transport?: TransportName;
}
