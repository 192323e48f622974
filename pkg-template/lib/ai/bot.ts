import { botOptionsOf } from '../game/declarations.js';
import { UNNAMED, rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { nextAlea, seededAlea } from './alea.js';
import { BAD_OPTIONS } from './bot-options.js';
import { actionsOf } from './offers.js';
import type { BotAction, BotOptions, Enumerate, PlayOptions } from '../../types/bots.js';
import type { Ctx, PlayerID, State } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Base of `Bot` whose `play` rejects, for JavaScript classes without `play`. TypeScript requires the method. */
class BotWithoutPlay {
  play(..._about: unknown[]): Promise<unknown> {
    return Promise.reject(rondelError(BAD_OPTIONS, `${this.constructor.name} has no play(state, playerID): a class that extends Bot needs this method`));
  }
}

/**
 * Base class of bots. A subclass implements `play(state, playerID)`, which receives what the player sees.
 *
 * @example
 * class FirstBot extends Bot {
 *   async play({ G, ctx }, playerID) {
 *     return { action: this.enumerate(G, ctx, playerID)[0] };
 *   }
 * }
 */
export abstract class Bot extends BotWithoutPlay {
  /** Number of iterations of the current or last search. */
  declare iterationCounter: number;
  /** State of the generator behind `random`. `undefined` until it has drawn a number with the seed. */
  declare prngstate: { c: number, s0: number, s1: number, s2: number } | undefined;
  /** @internal */
  declare gameName: string;
  /** @internal */
  declare enumerateFn: Enumerate;
  /** @internal */
  declare seed: string | number | undefined;
  /** @internal */
  declare _opts: ReturnType<Bot['opts']>;

  constructor(options: BotOptions) {
    super();
    const { enumerate, game, seed } = options;
    const rules = game && rulesOf(game);
    this.gameName = rules?.name ?? UNNAMED;
    this.enumerateFn = enumerate ?? (rules && botOptionsOf(rules).enumerate);
    if (typeof this.enumerateFn !== 'function') {
      throw rondelError(BAD_OPTIONS, `game '${this.gameName}' has no ai.enumerate, which lists a bot's possible actions`);
    }
    this.seed = seed;
    this.iterationCounter = 0;
    this._opts = {};
    this.prngstate = undefined;
  }

  abstract override play(state: State, playerID: PlayerID, options?: PlayOptions): Promise<{ action: BotAction | null | undefined, metadata?: Foreign }>;

  addOpt(opt: { key: string, range?: { min: number, max: number }, initial: Foreign }): void {
    const { key, range, initial } = opt;
    this._opts[key] = { range, value: initial };
  }

  /** Returns the value of an option. Throws if there is no such option. */
  getOpt(key: string): Foreign {
    return this._opts[key].value;
  }

  /** Sets the value of an option. Does nothing if there is no such option. */
  setOpt(key: string, value: Foreign): void {
    if (Object.hasOwn(this._opts, key)) this._opts[key].value = value;
  }

  opts(): Record<string, { range?: { min: number, max: number } | undefined, value: Foreign }> {
    return this._opts;
  }

  /**
   * Returns the player's possible actions. Entries that are neither a move nor an event become `undefined`. Throws if the game returns no
   * list.
   */
  enumerate(G: Foreign, ctx: Ctx, playerID: PlayerID): BotAction[] {
    // The public type omits `undefined`: only a game with a mistake has such entries.
    return actionsOf(this.enumerateFn(G, ctx, playerID), { playerID, gameName: this.gameName }) as BotAction[];
  }

  /** Returns a random entry of a list. */
  random<T>(list: readonly T[]): T;
  /** Returns a random integer from 0 up to, but not including, `below`. Without it, returns a number from 0 up to, but not including, 1. */
  random(below?: number): number;
  random<T>(arg?: readonly T[] | number): T | number {
    const number = numberOf(this);
    if (!arg) return number;
    return Array.isArray(arg) ? arg[Math.floor(number * arg.length)] : Math.floor(number * (arg as number));
  }
}

/**
 * Returns the next number, from 0 up to, but not including, 1. A bot with a seed draws the same numbers as in boardgame.io.
 *
 * This is not a private method, because TypeScript could then not declare a class that a function returns and that extends `Bot` (TS4094).
 */
function numberOf(bot: Bot) {
  if (bot.seed === undefined) return Math.random();
  bot.prngstate = nextAlea(bot.prngstate ?? seededAlea(bot.seed));
  return bot.prngstate.s2;
}

/** Returns `true` if a player may act. Without a current player, every player may. */
export function mayAct({ gameover, activePlayers, currentPlayer }: Partial<Ctx>, playerID: string) {
  if (gameover !== undefined) return false;
  if (activePlayers) return Object.hasOwn(activePlayers, playerID);
  return currentPlayer === undefined || currentPlayer === String(playerID);
}

/** Returns the player whose bot acts next: the first of the active players, as in boardgame.io. */
export function moverOf({ currentPlayer, activePlayers }: { currentPlayer: string | null, activePlayers: Record<string, unknown> | null }): string | null {
  return activePlayers ? Object.keys(activePlayers)[0] ?? null : currentPlayer;
}
