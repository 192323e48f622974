import type { BotSpec } from './bots.js';
import type { AiEnumerate, Ctx, PlayerID, RandomAPI } from './game.js';

/** What bots know of a game. `View` is the `G` that a player sees. */
export interface GameAI<G = any, View = G, Name extends string = string> {
  /** What could be done now; `client.legalMoves()` keeps the moves among it that are allowed. */
  enumerate: (G: View, ctx: Ctx, playerID: PlayerID) => AiEnumerate<Name>;
  /**
   * A `G` as it may be, made up from what a player sees: `dealUnseen` of 'rondel/ai' deals cards. It draws its numbers from `random` alone.
   * Games that hide something have one, and their bots do not cheat.
   */
  determinize?: (view: View, ctx: Ctx, playerID: PlayerID, random: RandomAPI) => G;
  /** How well a player has done, or is doing where a bot stops looking ahead: more is better, on any scale. Without it, `ctx.gameover` says who has won. */
  score?: (G: G, ctx: Ctx, playerID: PlayerID) => number;
  /** boardgame.io's: what is worth something to a player on the way. A bot that reaches one looks no further. */
  objectives?: (G: G, ctx: Ctx, playerID: PlayerID) => Record<string, { checker: (G: G, ctx: Ctx) => boolean; weight: number }>;
  /** Bots of the game's own, by the names that seats are given: `Local({ bots: { 1: 'beginner' } })`. */
  bots?: { [name: string]: BotSpec };
  /** How long bots think that are given nothing else. */
  iterations?: number | ((G: View, ctx: Ctx, playerID: PlayerID) => number);
  /** After how many actions a bot stops looking ahead. */
  playoutDepth?: number | ((G: View, ctx: Ctx, playerID: PlayerID) => number);
}
