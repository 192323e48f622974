import type { BotAction, BotSpec } from './bots.js';
import type { AiEnumerate, Ctx, PlayerID, RandomAPI } from './game.js';

/** Functions and settings for the bots of a game. `View` is the `G` that a player sees. */
export interface GameAI<G = any, View = G, Name extends string = string> {
  /** Lists the possible actions of a player. `client.legalMoves()` returns the moves among them that the rules allow. */
  // The second type takes lists in which TypeScript has widened a name to `string`, as in `cards.map((card) => ({ move: 'play', args: [card] }))`.
  enumerate: (G: View, ctx: Ctx, playerID: PlayerID) => AiEnumerate<Name> | ReadonlyArray<AiEnumerate[number] | BotAction>;
  /**
   * Returns a possible `G` for what a player sees. `dealUnseen` of 'rondel/ai' deals hidden cards. Draw random numbers only from `random`. A
   * game that hides something needs this function, so that its bots do not cheat.
   */
  determinize?: (view: View, ctx: Ctx, playerID: PlayerID, random: RandomAPI) => G;
  /** Evaluates a state for a player, at the end of the game or of a playout. Higher is better, on any scale. Default: the winner in `ctx.gameover`. */
  score?: (G: G, ctx: Ctx, playerID: PlayerID) => number;
  /** Subgoals of a player, as in boardgame.io. A playout ends when it reaches one. */
  objectives?: (G: G, ctx: Ctx, playerID: PlayerID) => Record<string, { checker: (G: G, ctx: Ctx) => boolean; weight: number }>;
  /** Bots of this game, by name: `Local({ bots: { 1: 'beginner' } })` uses one. */
  bots?: { [name: string]: BotSpec };
  /** Number of iterations for one move, for bots without settings of their own. */
  iterations?: number | ((G: View, ctx: Ctx, playerID: PlayerID) => number);
  /** Maximum number of actions of a playout, for bots without settings of their own. */
  playoutDepth?: number | ((G: View, ctx: Ctx, playerID: PlayerID) => number);
}
