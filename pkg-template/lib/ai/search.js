import { PROBLEM_STATE } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { botOptionsOf } from '../game/declarations.js';
import { readDefinition } from '../game/definition.js';
import { mode } from '../game/mode.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { randomText } from '../util/random-id.js';
import { badOption } from './bot-options.js';
import { Actions, readOffer } from './actions.js';
import { Found } from './found.js';
import { loadBots } from './load-bots.js';
import { RustSearch } from './rust-search.js';
import { SearchHost } from './search-host.js';

/** So many actions end a playout, if nobody says how many. */
const PLAYOUT_DEPTH = 200;
/** A tree grows no further: some 30 MB. */
const MOST_NODES = 250_000;
/** Between two looks at whether the search has to begin again. */
const SLICE = 128;
/** So many actions are remembered from one position to the next. */
const MOST_ACTIONS = 50_000;

/**
 * What may be done, and what is known of it: `value` is what it is worth to the player, from 0 to 1; `proven` says
 * whether that is certain.
 *
 * @typedef {{ type: 'MAKE_MOVE' | 'GAME_EVENT', payload: { type: string, args: any[], playerID: string } }} Action
 *
 * @typedef {object} Candidate
 * @property {string} playerID
 * @property {Action} action
 * @property {number} visits
 * @property {number} value
 * @property {boolean} proven
 *
 * @typedef {Candidate & { readonly children: Node[] }} Node
 *
 * @typedef {object} SearchOptions
 * @property {string | null} [playerID] whose move is searched; nobody: the player whose turn it is
 * @property {string | number} [seed] the same seed leads to the same move after the same number of iterations
 * @property {number} [playoutDepth] after how many actions a playout is cut short
 * @property {number} [mostNodes] how far the tree grows, which a search goes on in when it is full; with 1 there is none
 * @property {Function} [enumerate] this and the next three are the game's `ai`, unless they are given
 * @property {Function} [objectives]
 * @property {Function} [determinize]
 * @property {Function} [score]
 */

/**
 * The search for a seat's move. It is synchronous, and done in slices; the module is compiled at the first one. Throws what is wrong
 * with the game's definition, and with that the game has no `enumerate`.
 *
 * @param {any} game
 * @param {SearchOptions} [options]
 */
export function openSearch(game, { seed = randomText(2), playoutDepth = PLAYOUT_DEPTH, mostNodes = MOST_NODES, playerID, ...given } = {}) {
  const rules = rulesOf(game);
  const own = /** @type {any} */ (botOptionsOf(rules));
  const { enumerate = own.enumerate, objectives = own.objectives, determinize = own.determinize, score = own.score } = given;
  const options = { seed: String(seed), playoutDepth, mostNodes, playerID: playerID ?? undefined };
  return new (rules.open ? RustSearch : Search)(rules, options, { enumerate, objectives, determinize, score });
}

class Search extends Found {
  #rules;
  #options;
  #ai;
  /** @type {SearchHost} */
  #host;
  #names;

  /**
   * @param {import('../game/rules.js').Rules} rules
   * @param {{ seed: string, playoutDepth: number, mostNodes: number, playerID?: string }} options
   * @param {any} ai what is asked of the game
   */
  constructor(rules, options, ai) {
    super();
    if (typeof ai.enumerate !== 'function') throw badOption(`game '${rules.name}'`, 'ai.enumerate: expected a function that lists what a player may do');
    this.#rules = rules;
    this.#options = options;
    this.#ai = ai;
    this.#open();
  }

  /**
   * Begins in another position, which is the state as the seat sees it. What is known of it already is kept, where no chance and no
   * hidden thing lies between. Throws an error that names what is wrong with a state that
   * cannot be played on.
   *
   * @param {{ G: any, ctx: any, plugins?: any, _stateID?: number }} state
   */
  begin({ G, ctx, plugins, _stateID }) {
    if (this.searcher.isRetired || this.#host.actions.size > MOST_ACTIONS) this.#open();
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    const { determinize, score, objectives } = this.#ai;
    const ways = [determinize, score, objectives].map((way) => Number(typeof way === 'function'));
    this.#host.beginFor(playerID ?? ctx?.currentPlayer);
    const encoded = encodeState({ G, ctx, plugins, _stateID }, { plugins: this.#names.plugins, compat: this.#rules.compat, seed: '0', isSecure: false });
    this.#host.list = [playerID, `${seed} ${_stateID}`, playoutDepth, mostNodes, ...ways, ...encoded];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.refusal.message ?? 'it is no state of this game');
    // What has gone wrong on the way there does not count.
    if (this.#host.mustRestart) this.#restart();
    else this.#forgive();
  }

  /**
   * Makes so many iterations, fewer where a playout is long: the next call resumes it. Where it turns out that what was found out cannot be trusted, the search begins again, and
   * `iterations` with it: so go on until there are as many as are wanted.
   *
   * @param {number} iterations
   * @returns {boolean} whether more would find nothing out
   */
  run(iterations) {
    for (let left = iterations; left > 0; left -= SLICE) {
      const isDone = this.#runSlice(Math.min(left, SLICE));
      if (this.#host.mustRestart) {
        this.#restart();
        return false;
      }
      if (isDone) return true;
    }
    return false;
  }

  /** What went wrong first in this position, and who did what: undefined if nothing has. */
  get failure() {
    return this.#host.failure;
  }

  collect(list) {
    super.collect(list);
    this.#host.reported = list;
  }

  #open() {
    const { definition, names } = readDefinition(this.#rules.game, mode().warn);
    const { Searcher } = loadBots();
    const host = new SearchHost(this.#rules, mode(), this.#ai);
    host.actions = new Actions(host, names.moves);
    host.list = definition;
    this.searcher?.free();
    this.searcher = Searcher.make(host);
    host.engine = this.searcher;
    this.#host = host;
    this.#names = names;
  }

  #runSlice(iterations) {
    try {
      return this.searcher.run(iterations);
    } catch (error) {
      this.#host.noteError(error);
      return this.searcher.isRetired;
    }
  }

  #restart() {
    this.restarts += 1;
    this.#forgive();
    this.searcher.reset();
  }

  #forgive() {
    this.#host.mustRestart = false;
    this.#host.failure = undefined;
  }

  hand(candidates) {
    const list = [candidates.length];
    for (const found of candidates) {
      list.push(found.length);
      for (const { playerID, action, visits, value, proven } of found) {
        list.push(/** @type {any} */ (playerID), this.#host.actions.numberOf(readOffer(action)), visits, visits * value, proven ? value : NaN);
      }
    }
    this.#host.list = list;
  }
}
