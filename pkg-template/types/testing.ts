import type { AiEnumerate, Ctx, Game, LogEntry, PlayerID, State } from './game.js';
import type { Server } from './master.js';

/** How much is played by `checkSecrecy` and `checkDeterminism`, and how. */
export interface RandomPlayOpts {
  /** How many matches; 20 if left out. */
  games?: number;
  /** How many actions are tried in each, the refused ones included; 40 if left out. */
  actions?: number;
  /** Two, or what the game's `minPlayers` and `maxPlayers` leave, if left out. */
  numPlayers?: number;
  /** The same matches again for the same seed; 1 if left out. The game's own `seed` is not used. */
  seed?: number;
  /** Given to the game's `setup`, as JSON says it. */
  setupData?: any;
  /**
   * What a player might do: one of it is tried. `G` is what they see. If left out it is the game's `ai.enumerate`, and
   * without that any move with made up arguments, as many as it declares: small numbers, players, values that they see,
   * and texts.
   * `chance(n)` is a whole number from 0 up to, but not including, `n`.
   */
  moves?: (G: any, ctx: Ctx, playerID: PlayerID, chance: (below: number) => number) => AiEnumerate;
}

export interface SecrecyOpts<G = any> extends RandomPlayOpts {
  /**
   * The values that must not reach this viewer (`null`: a spectator) while the match is in this state, one by one or
   * in objects and lists. Small numbers count wherever they occur in `G`, so name only what cannot be mistaken. What there
   * are several of when the match begins, two red fives, is no secret while one of them is elsewhere in `G`.
   * `plugins` has the data of each plugin by its name. If left out, secret is what occurs in `G.secret` alone.
   */
  secrets?: (G: G, ctx: Ctx, playerID: PlayerID | null, plugins: Record<string, any>) => any;
  /** True for what looks like a leak and is none: a player who asks for a card that they hold, in public. */
  allow?: (leak: Leak) => boolean | undefined;
}

/**
 * By name, how often each move was made, and how often it was tried and refused. Of moves that were never made a check says nothing:
 * it names them on the console.
 */
export type MoveCounts = Record<string, { made: number; refused: number }>;

/** Something in a message to a viewer who may not see it. */
export interface Leak {
  /** `null`: a spectator. */
  viewer: PlayerID | null;
  /** The kind of message; `answer` is the response to the sender of an action, `bot` what a bot at the seat is handed. */
  message: 'update' | 'patch' | 'sync' | 'matchData' | 'chat' | 'answer' | 'bot';
  /** Where it is in the message, which is boardgame.io's `{ type, args }`. */
  path: string;
  value: any;
  /** What it is, or where it is hidden. */
  why: string;
}

/** A match as `fetch` of a storage returns it, or as a server exports it. */
export interface ReplayableMatch<G = any> {
  /** With its seed, if it has one. */
  initialState: State<G>;
  /** With what was drawn. */
  log: LogEntry[];
  /** The last state. Without it, nothing shows that the end of the log is missing. */
  state?: ReplayableState<G> | undefined;
  /** `replay` compares the name of the game. */
  metadata?: Server.MatchData | undefined;
}

/** What a match file has of its last state. */
export type ReplayableState<G = any> = Pick<State<G>, 'G' | 'ctx' | 'plugins' | '_stateID'> & { _version?: string | number };

/** A match as a server exports it: `server.admin.exportMatch`, `npx rondel-server admin URL export ID`. It has no credentials. */
export interface MatchFile<G = any> extends ReplayableMatch<G> {
  format: 'rondel/match';
  formatVersion: number;
  matchID: string;
  /** Milliseconds, as `Date.now()`. */
  exportedAt: number;
  state: ReplayableState<G>;
}

export interface ReplayOpts<G = any> {
  game: Game<G, any, any>;
  /**
   * `false`: plays the match by the rules of `game`, and ignores what came of its actions at first.
   *
   * @default true
   */
  compare?: boolean | undefined;
}

/** A match that was played again. */
export interface Replay<G = any> {
  initialState: State<G>;
  /** What was done, and the state that it has led to. */
  steps: { action: LogEntry['action']; state: State<G> }[];
  /** The last one. */
  state: State<G>;
  /** What to think of it, where the match was played by another version of the game than this; null if not. */
  otherVersion: string | null;
}

/** How bad a network is; everything is 0 if left out. */
export interface NetworkConditions {
  /** Milliseconds that every message takes at least. */
  latency: number;
  /** Milliseconds that a message may take beyond that. */
  jitter: number;
  /** The share of messages that never arrive, from 0 to 1. */
  loss: number;
  /** The share of messages that arrive twice. */
  duplicate: number;
  /** The share of messages that later ones may overtake. Without it, those of one link keep their order. */
  reorder: number;
}

export interface NetworkOpts extends Partial<NetworkConditions> {
  /** 1 if left out. */
  seed?: number;
  /** The clock of another network, or real time. A clock of its own if left out. */
  clock?: NetworkClock | 'real';
}

/** Its conditions may be changed at any time. */
export interface Network extends NetworkConditions {
  /** One way to `receive`, for values that JSON can carry. */
  link(receive: (message: any) => void): NetworkLink;
  /** Loses what is on its way, and carries nothing until `reconnect()`. */
  disconnect(): void;
  reconnect(): void;
  readonly isConnected: boolean;
  /** Calls `fn` whenever the network goes down or comes back. Returns how to end that. */
  watch(fn: (isConnected: boolean) => void): () => void;
  /**
   * Lets so many milliseconds pass. By default, as many as it takes until nothing happens any more: no timer is due within ten seconds,
   * and clients have made up for lost messages. Rejects with the code `testing/endless` if that takes longer than a day of the network's time, as
   * with a `loss` of 1.
   */
  run(ms?: number): Promise<void>;
  readonly now: number;
  readonly clock: NetworkClock;
}

export interface NetworkLink {
  send(message: unknown): void;
  /** Loses what is on its way. */
  close(): void;
}

export interface NetworkClock {
  now(): number;
  setTimeout(fn: () => void, ms?: number): any;
  clearTimeout(id: any): void;
  run(ms?: number): Promise<void>;
}
