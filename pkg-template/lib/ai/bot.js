import { botOptionsOf } from '../game/declarations.js';
import { UNNAMED, rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { nextAlea, seededAlea } from './alea.js';
import { BAD_OPTIONS } from './bot-options.js';
import { actionsOf } from './offers.js';

/**
 * What bots have in common, by boardgame.io's contract: options that a panel may show and set, random numbers that come again with the
 * same seed, and what a player can do now. A class that extends it adds `play(state, playerID)`.
 */
export class Bot {
  /** @param {import('../../ai.d.ts').BotOptions} options */
  constructor({ enumerate, game, seed }) {
    const rules = game && rulesOf(game);
    this.gameName = rules?.name ?? UNNAMED;
    /** @type {import('../../ai.d.ts').Enumerate} */
    this.enumerateFn = enumerate ?? (rules && botOptionsOf(rules).enumerate);
    if (typeof this.enumerateFn !== 'function') {
      throw rondelError(BAD_OPTIONS, `game '${this.gameName}' has no ai.enumerate: a bot does not know what it could do`);
    }
    this.seed = seed;
    this.iterationCounter = 0;
    this._opts = {};
    /** @type {import('./alea.js').AleaState | undefined} */
    this.prngstate = undefined;
  }

  /**
   * What the bot does in this state.
   *
   * @param {any} _state
   * @param {string} _playerID
   * @param {import('../../ai.d.ts').PlayOptions} [_options]
   * @returns {Promise<{ action: import('../../ai.d.ts').BotAction | null | undefined, metadata?: any }>}
   */
  play(_state, _playerID, _options) {
    return Promise.reject(rondelError(BAD_OPTIONS, `${this.constructor.name} has no play(state, playerID): a class that extends Bot says what it does`));
  }

  /** @param {{ key: string, range?: { min: number, max: number }, initial: any }} opt */
  addOpt({ key, range, initial }) {
    this._opts[key] = { range, value: initial };
  }

  getOpt(key) {
    return this._opts[key].value;
  }

  setOpt(key, value) {
    if (Object.hasOwn(this._opts, key)) this._opts[key].value = value;
  }

  /** @returns {Record<string, { range?: { min: number, max: number } | undefined, value: any }>} */
  opts() {
    return this._opts;
  }

  /** What the player can do, as actions; undefined in place of what is no move and no event. */
  enumerate(G, ctx, playerID) {
    return actionsOf(this.enumerateFn(G, ctx, playerID), { playerID, gameName: this.gameName });
  }

  /**
   * A number from 0 up to, but not including, 1; a whole number below `arg`; or one of a list. Bots with a `seed` draw the numbers of
   * boardgame.io's.
   *
   * @template T
   * @overload
   * @param {readonly T[]} arg
   * @returns {T}
   * @overload
   * @param {number} [arg]
   * @returns {number}
   */
  /** @param {any} [arg] */
  random(arg) {
    const number = this.#number();
    if (!arg) return number;
    return Array.isArray(arg) ? arg[Math.floor(number * arg.length)] : Math.floor(number * arg);
  }

  #number() {
    if (this.seed === undefined) return Math.random();
    this.prngstate = nextAlea(this.prngstate ?? seededAlea(this.seed));
    return this.prngstate.s2;
  }
}
