import { encodeState } from '../engine/state.js';
import { PROBLEM_STATE } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { printed } from './actions.js';
import { badOption } from './bot-options.js';
import { Found } from './found.js';
import type { GameHost } from '../engine/game-host.js';
import type { GameEngine } from '../engine/instance.js';
import type { RustRules } from '../game/rust-rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Candidates, Reported } from './found.js';
import type { Action, Position, SearchSettings } from './search.js';
import type { Advice, Failure } from './search-host.js';

/** The part of the rules of a game in Rust that a search uses. */
export type RustGameRules = Pick<RustRules, 'name' | 'number' | 'module' | 'host'>;

/** A host that serves the imports of a searcher, too. */
interface RustSearchHost extends GameHost {
  addCandidate: (node: number, player: number, name: string, args: string, visits: number, total: number, proven: number) => void;
  noteFailed: (player: number, name: string, args: string, message: string) => void;
}

/** An action that has failed, if it is known. */
interface Attempt {
  playerID: string | undefined;
  action?: Action;
}

/** A failure as the module says it. */
type Noted = Attempt & { message: string };

/** What a game in Rust defines itself: options for it are refused. */
const ITS_OWN = ['objectives', 'score'] as const;
/** So many moves are left out of a search because they panic, until it is given up. */
const MOST_LEFT_OUT = 8;
/** So often a search begins again in another instance, because other matches have ended its own. */
const MOST_MOVED = 3;

/**
 * The search for a seat's move in a game that is written in Rust: it runs in the game's module, and asks nothing of JavaScript. What
 * may be done is the game's own `moves`, and what is hidden is dealt again by its `determinize`, or among the places that are hidden
 * where the whole of `G` is known.
 */
export class RustSearch extends Found {
  #rules: RustGameRules;
  #options: SearchSettings;
  #dealsEachTime: boolean;
  #host!: RustSearchHost;
  #failure: Failure | undefined;
  /** What the module has reported last: it fills the list. */
  #reported: Reported[] = [];
  /** What the module has said of a failure since it was asked to go on. */
  #noted: Noted | undefined;
  /** The position, as it is handed over; the moves that are left out there, and how often it was begun again in another instance. */
  #position: unknown[][] = [];
  #leftOut: Action[] = [];
  #moved = 0;

  /** @param rules those of a game in Rust */
  constructor(rules: RustGameRules, options: SearchSettings, ai: Advice) {
    super();
    if (typeof ai.enumerate !== 'function') throw badOption(`game '${rules.name}'`, 'the game does not list its `moves`: a bot does not know what it could do');
    const strange = ITS_OWN.find((name) => ai[name] !== undefined);
    if (strange) throw badOption(`game '${rules.name}'`, `${strange}: a game that is written in Rust is searched in its own module; say it there`);
    this.#rules = rules;
    this.#options = options;
    this.#dealsEachTime = Boolean(ai.determinize);
    this.#open();
  }

  begin({ G, ctx, _stateID }: Position) {
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    this.#failure = undefined;
    this.#leftOut = [];
    this.#moved = 0;
    const encoded = encodeState({ G, ctx, plugins: {}, _stateID }, { plugins: [], compat: false, seed: '0', isSecure: false });
    this.#position = [[playerID, `${seed} ${_stateID}`, playoutDepth, mostNodes, Number(this.#dealsEachTime)], encoded];
    this.#beginAgain();
  }

  /**
   * Makes so many iterations, fewer where a playout is long: the next call resumes it. Where a move of the game's code panics, the search
   * begins again without it, and `iterations` with it.
   *
   * @returns whether more would find nothing out
   */
  run(iterations: number): boolean {
    // The game's code has filled the stack or the memory of its module in another match.
    if (this.searcher.isRetired && (this.#moved += 1) <= MOST_MOVED) this.#restart();
    this.#noted = undefined as Noted | undefined;
    try {
      const isDone = Boolean(this.searcher.run(iterations));
      if (this.#noted) this.#failure ??= this.#failureOf(this.#noted, new Error(this.#noted.message));
      return isDone;
    } catch (error) {
      this.#failure = this.#failureOf(this.#noted ?? { playerID: this.#options.playerID }, error);
      return !this.#goOnWithout(this.#failure.action);
    }
  }

  get failure() {
    return this.#failure;
  }

  below(node: number) {
    this.#reported = [];
    this.searcher.reportBelow(node);
    return this.#reported;
  }

  merged(candidates: Candidates) {
    const list: unknown[] = [candidates.length];
    for (const found of candidates) {
      list.push(found.length);
      for (const { playerID, action: { payload }, visits, value, proven } of found) {
        list.push(playerID, payload.type, JSON.stringify(payload.args), visits, visits * value, proven ? value : NaN);
      }
    }
    this.#host.list = list;
    this.#reported = [];
    this.searcher.mergeGiven();
    return this.#reported;
  }

  #open() {
    const { Searcher } = this.#rules.module();
    const host = this.#rules.host(mode(this.#rules)) as RustSearchHost;
    // biome-ignore lint/complexity/useMaxParams: an import has what the engine hands over
    host.addCandidate = (node, player, name, args, visits, total, proven) => {
      const playerID = String(host.name(player));
      const isProven = proven === proven;
      const value = isProven ? proven : total / Math.max(visits, 1);
      this.#reported.push({ node, playerID, action: actionOf(name, args, playerID), visits, value, proven: isProven });
    };
    host.noteFailed = (player, name, args, message) => {
      const playerID = player < 0 ? this.#options.playerID : String(host.name(player));
      this.#noted = { playerID, action: name ? actionOf(name, args, playerID!) : undefined, message };
    };
    this.searcher?.free();
    this.searcher = Searcher.make(host, this.#rules.number);
    host.engine = this.searcher as GameEngine;
    this.#host = host;
  }

  #restart() {
    this.restarts += 1;
    this.#beginAgain();
  }

  #beginAgain() {
    if (this.searcher.isRetired) this.#open();
    const [how, state] = this.#position;
    const leftOut = this.#leftOut.flatMap(({ payload: { type, args } }) => [type, JSON.stringify(args)]);
    this.#host.list = [...how, this.#leftOut.length, ...leftOut, ...state];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.takeRefusal().message ?? 'it is no state of this game');
  }

  /** A panic has ended the search: it begins again without this action. False if that is of no use. */
  #goOnWithout(action: Action | undefined) {
    if (this.searcher.isRetired || !action || this.#leftOut.length === MOST_LEFT_OUT) return false;
    this.#leftOut.push(action);
    this.#restart();
    return true;
  }

  #failureOf({ playerID, action }: Attempt, cause: Foreign): Failure {
    const what = action ? `${printed({ name: action.payload.type, args: action.payload.args })}: ` : '';
    // Of what fills the stack or the memory, the move is not known: nothing in there can be asked any more.
    const why = this.searcher.isRetired ? `the game's code has ended its module: ${messageOf(cause.cause ?? cause)}` : messageOf(cause);
    const error = rondelError('bot/failed', `game '${this.#rules.name}', player '${playerID}': ${what}${why}`);
    return { playerID, action, error: Object.assign(error, { cause }) };
  }
}

function actionOf(name: string, args: string, playerID: string): Action {
  return { type: 'MAKE_MOVE', payload: { type: name, args: JSON.parse(args), playerID } };
}
