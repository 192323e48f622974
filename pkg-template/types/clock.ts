import type { NoInfer } from './no-infer.js';
import type { FnContext, PlayerID, StageName, UnnamedAPIs } from './game.js';

/** Times of the players, in milliseconds. Moments are in the master's time, as `Date.now()` there. `client.clock()` has them in the page's. */
export interface Clock {
  /** Moment of the last action. */
  now: number;
  /** Time that each player had at `now`, in all. Absent for players without time for later turns, unless the match waits for them. */
  left: Record<PlayerID, number>;
  /** Moment at which the time of each player who is waited for runs out. Empty while the clock is stopped. */
  deadlines: Record<PlayerID, number>;
  /** `true` while the rules have stopped the clock, by `events.pauseClock`. */
  paused?: true;
  /** `true` while the master has stopped the clock: a seat of the lobby's match is free, or nobody has acted for long. */
  waiting?: true;
  _banks?: Record<PlayerID, number>;
  _rests?: Record<PlayerID, number>;
  _lags?: Record<PlayerID, number>;
}

/**
 * Time of a turn or a stage, in milliseconds. A number is the `limit`. A player uses `delay`, then `limit`, then `bank`.
 */
export interface TimeControl {
  /** Time for each turn, or for each stay in a stage. */
  limit?: number;
  /** Time for the whole match, used when `limit` is spent. */
  bank?: number;
  /** Time that the bank gets at the end of each turn (Fischer). Without a bank the next limits are longer by it. @default 0 */
  increment?: number;
  /** Time of each turn that passes before any other is used (Bronstein). @default 0 */
  delay?: number;
}

/** Declared time: milliseconds, a `TimeControl`, or a function that returns one for a player when the match begins to wait for them. */
export type TimeRule<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> =
  | number
  | TimeControl
  | ((context: FnContext<G, PluginAPIs, Phase, Stage>) => number | TimeControl | undefined);

/**
 * Reaction to the end of a player's time: a hook, a move that is made for them, or the name of a bot of `ai.bots`, which chooses a move for them
 * at the master. If the match still waits for the player after it, their turn ends, or their stage.
 */
export type OnTimeout<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> =
  | ((context: FnContext<G, PluginAPIs, Phase, Stage> & { playerID: PlayerID }) => void | NoInfer<G>)
  | { move: string; args?: any[] }
  | string;
