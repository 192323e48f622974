import { encodeState } from '../engine/state.js';
import { PROBLEM_STATE } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { rondelError } from '../util/error.js';
import { badOption } from './bot-options.js';
import { Found } from './found.js';

/** What a game in Rust says itself, and nobody in its place. */
const ITS_OWN = ['objectives', 'score'];

/**
 * The search for a seat's move in a game that is written in Rust: it runs in the game's module, and asks nothing of JavaScript. What
 * may be done is the game's own `moves`, and what is hidden is dealt again by its `determinize`, or among the places that are hidden
 * where the whole of `G` is known.
 */
export class RustSearch extends Found {
  #rules;
  #options;
  #dealsEachTime;
  /** @type {any} */
  #host;
  #failure;

  /**
   * @param {any} rules those of a game in Rust
   * @param {{ seed: string, playoutDepth: number, mostNodes: number, playerID?: string }} options
   * @param {{ enumerate: unknown, determinize?: unknown, [more: string]: unknown }} ai
   */
  constructor(rules, options, ai) {
    super();
    if (typeof ai.enumerate !== 'function') throw badOption(`game '${rules.name}'`, 'the game does not list its `moves`: a bot does not know what it could do');
    const strange = ITS_OWN.find((name) => ai[name] !== undefined);
    if (strange) throw badOption(`game '${rules.name}'`, `${strange}: a game that is written in Rust is searched in its own module; say it there`);
    this.#rules = rules;
    this.#options = options;
    this.#dealsEachTime = Boolean(ai.determinize);
    this.#open();
  }

  begin({ G, ctx, _stateID }) {
    if (this.searcher.isRetired) this.#open();
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    this.#failure = undefined;
    const encoded = encodeState({ G, ctx, plugins: {}, _stateID }, { plugins: [], compat: false, seed: '0', isSecure: false });
    this.#host.list = [playerID, `${seed} ${_stateID}`, playoutDepth, mostNodes, Number(this.#dealsEachTime), ...encoded];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.takeRefusal().message ?? 'it is no state of this game');
  }

  run(iterations) {
    try {
      return Boolean(this.searcher.run(iterations));
    } catch (error) {
      this.#note(this.#options.playerID, undefined, error);
      // A panic has ended the search, and another trap its module.
      return true;
    }
  }

  get failure() {
    return this.#failure;
  }

  #open() {
    const { Searcher } = this.#rules.module();
    const host = this.#rules.host(mode());
    // biome-ignore lint/complexity/useMaxParams: an import has what the engine hands over
    host.addCandidate = (node, player, name, args, visits, total, proven) => {
      const playerID = String(host.name(player));
      const isProven = proven === proven;
      const value = isProven ? proven : total / Math.max(visits, 1);
      this.told.push({ node, playerID, action: actionOf(name, args, playerID), visits, value, proven: isProven });
    };
    host.noteFailed = (player, name, args, message) => {
      const playerID = player < 0 ? this.#options.playerID : String(host.name(player));
      this.#note(playerID, name ? actionOf(name, args, playerID) : undefined, new Error(message));
    };
    this.searcher?.free();
    this.searcher = Searcher.make(host, this.#rules.number);
    host.engine = this.searcher;
    this.#host = host;
  }

  hand(candidates) {
    const list = [candidates.length];
    for (const found of candidates) {
      list.push(found.length);
      for (const { playerID, action: { payload }, visits, value, proven } of found) {
        list.push(playerID, payload.type, JSON.stringify(payload.args), visits, visits * value, proven ? value : NaN);
      }
    }
    this.#host.list = list;
  }

  #note(playerID, action, cause) {
    if (this.#failure) return;
    const what = action ? `${action.payload.type}(${action.payload.args.map((arg) => JSON.stringify(arg)).join(', ')}): ` : '';
    const error = rondelError('bot/failed', `game '${this.#rules.name}', player '${playerID}': ${what}${cause.message}`);
    this.#failure = { playerID, action, error: Object.assign(error, { cause }) };
  }
}

function actionOf(name, args, playerID) {
  return { type: /** @type {const} */ ('MAKE_MOVE'), payload: { type: name, args: JSON.parse(args), playerID } };
}
