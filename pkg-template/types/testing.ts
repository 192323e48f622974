import type { Effect } from './effects.js';
import type { AiEnumerate, Ctx, Game, LogEntry, PlayerID, State } from './game.js';
import type { Server } from './master.js';

/** Options of `checkSecrecy` and `checkDeterminism`: random matches that they play. */
export interface RandomPlayOpts {
  /** Number of matches. @default 20 */
  games?: number;
  /** Number of actions in each match, including refused ones. @default 40 */
  actions?: number;
  /** Number of players. Default: 2, or the nearest number that the game's `minPlayers` and `maxPlayers` allow. */
  numPlayers?: number;
  /** Seed of the matches: the same seed plays the same matches. The game's own `seed` is ignored. @default 1 */
  seed?: number;
  /** Second argument of the game's `setup`, as a JSON value. */
  setupData?: any;
  /**
   * Returns possible actions of a player, one of which is tried. `G` is the state that the player sees. `chance(n)` returns a whole number from 0 up
   * to, but not including, `n`. Default: the game's `ai.enumerate`. Without that, any move with random arguments, as many as it declares: small
   * numbers, players, values that the player sees, and texts.
   */
  moves?: (G: any, ctx: Ctx, playerID: PlayerID, chance: (below: number) => number) => AiEnumerate;
}

/** Options of `checkSecrecy`. */
export interface SecrecyOpts<G = any> extends RandomPlayOpts {
  /**
   * Returns the values that must not reach this viewer in this state, one by one or in objects and lists. A viewer of `null` is a spectator.
   * `plugins` has the data of each plugin by its name. Default: the values that occur only in `G.secret`.
   *
   * Return only unmistakable values: a small number counts wherever it occurs in `G`. If several equal values exist at the start of the match,
   * such as two red fives, they are no secret while one of them is elsewhere in `G`.
   */
  secrets?: (G: G, ctx: Ctx, playerID: PlayerID | null, plugins: Record<string, any>) => any;
  /** Returns `true` if a reported value is no leak, for example a card that its player has asked for in public. */
  allow?: (leak: Leak) => boolean | undefined;
}

/** Counts by move: how often it was made, and how often it was refused. A check proves nothing about moves that it never made, and prints their names. */
export type MoveCounts = Record<string, { made: number; refused: number }>;

/** A secret in a message to a viewer. */
export interface Leak {
  /** The viewer. `null` is a spectator. */
  viewer: PlayerID | null;
  /** Kind of the message. `answer` is the response to the sender of an action, `bot` is the state that a bot at the seat receives. */
  message: 'update' | 'patch' | 'sync' | 'matchData' | 'chat' | 'answer' | 'bot';
  /** Path of the value in the message, which is boardgame.io's `{ type, args }`. */
  path: string;
  value: any;
  /** Description of the secret, or the place where it is hidden. */
  why: string;
}

/** A match as `fetch` of a storage returns it, or as a server exports it. */
export interface ReplayableMatch<G = any> {
  /** Initial state, with its seed if it has one. */
  initialState: State<G>;
  /** Log, with the random numbers of each action. */
  log: LogEntry[];
  /** Last state. Without it, `replay` does not notice that the end of the log is missing. */
  state?: ReplayableState<G> | undefined;
  /** Metadata. `replay` compares the name of the game. */
  metadata?: Server.MatchData | undefined;
}

/** Part of the last state that a match file has. */
export type ReplayableState<G = any> = Pick<State<G>, 'G' | 'ctx' | 'plugins' | '_stateID'> & { _version?: string | number };

/** A match as a server exports it: `server.admin.exportMatch`, `npx rondel-server admin URL export ID`. It has no credentials. */
export interface MatchFile<G = any> extends ReplayableMatch<G> {
  format: 'rondel/match';
  formatVersion: number;
  matchID: string;
  /** Time of the export, as `Date.now()`. */
  exportedAt: number;
  state: ReplayableState<G>;
}

/** Options of `replay`. */
export interface ReplayOpts<G = any> {
  game: Game<G, any, any>;
  /**
   * `true` compares each action with its recorded outcome. `false` plays the actions by the rules of `game` and ignores their recorded outcomes.
   *
   * @default true
   */
  compare?: boolean | undefined;
}

/** A replayed match. */
export interface Replay<G = any> {
  initialState: State<G>;
  /** Actions, each with the state that it has led to, and the effects that it has emitted, for all players. */
  steps: { action: LogEntry['action']; state: State<G>; effects: readonly Effect[] }[];
  /** Last state. */
  state: State<G>;
  /** Warning, if the match was played by another version of the game. Otherwise `null`. */
  otherVersion: string | null;
}

/** Conditions of a network. All are 0 by default. */
export interface NetworkConditions {
  /** Minimum time of each message, in milliseconds. */
  latency: number;
  /** Maximum additional time of a message, in milliseconds. */
  jitter: number;
  /** Share of messages that never arrive, from 0 to 1. */
  loss: number;
  /** Share of messages that arrive twice, from 0 to 1. */
  duplicate: number;
  /** Share of messages that later ones may overtake, from 0 to 1. With 0, the messages of one link keep their order. */
  reorder: number;
}

/** Options of a network. */
export interface NetworkOpts extends Partial<NetworkConditions> {
  /** Seed of the network's random numbers. @default 1 */
  seed?: number;
  /** Clock of another network, or real time. Default: a new clock. */
  clock?: NetworkClock | 'real';
}

/** A simulated network. Its conditions may change at any time. */
export interface Network extends NetworkConditions {
  /** Opens a one-way link to `receive`, for JSON values. */
  link(receive: (message: any) => void): NetworkLink;
  /** Drops all messages in transit, and every message until `reconnect()`. */
  disconnect(): void;
  reconnect(): void;
  readonly isConnected: boolean;
  /** Calls `fn` whenever the network disconnects or reconnects. Returns a function that unsubscribes. */
  watch(fn: (isConnected: boolean) => void): () => void;
  /**
   * Advances the clock by `ms` milliseconds. Default: until nothing happens any more, that is, no timer is due within ten seconds and clients
   * have sent lost messages again. Rejects with the code `testing/endless` if that takes longer than a day of the network's time, as with a `loss` of 1.
   */
  run(ms?: number): Promise<void>;
  /** Time of the network, in milliseconds. */
  readonly now: number;
  readonly clock: NetworkClock;
}

/** One-way link of a network. */
export interface NetworkLink {
  send(message: unknown): void;
  /** Closes the link, and drops its messages in transit. */
  close(): void;
}

/** Clock of a network. */
export interface NetworkClock {
  now(): number;
  setTimeout(fn: () => void, ms?: number): any;
  clearTimeout(id: any): void;
  run(ms?: number): Promise<void>;
}
