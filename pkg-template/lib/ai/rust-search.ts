import { encodeState } from '../engine/state.js';
import { PROBLEM_STATE } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { offerText } from './action-table.js';
import { badOption } from './bot-options.js';
import { BaseSearch } from './base-search.js';
import type { GameHost } from '../engine/game-host.js';
import type { GameEngine } from '../engine/instance.js';
import type { RustRules } from '../game/rust-rules.js';
import type { Foreign } from '../util/foreign.js';
import type { FindingLists, ReportedCandidate } from './base-search.js';
import type { Action, Position, SearchSettings } from './search.js';
import type { AIFunctions, Failure } from './search-host.js';

/** The part of the rules of a game in Rust that a search uses. */
export type RustGameRules = Pick<RustRules, 'name' | 'number' | 'module' | 'host'>;

/** A host with the imports of a searcher. */
interface RustSearchHost extends GameHost {
  addCandidate: (node: number, player: number, name: string, args: string, visits: number, total: number, proven: number) => void;
  noteFailed: (player: number, name: string, args: string, message: string) => void;
}

/** A failed action, if it is known. */
interface Attempt {
  playerID: string | undefined;
  action?: Action;
}

/** A failure as the module reports it. */
type NotedFailure = Attempt & { message: string };

/** Options that a game in Rust defines in its own code. */
const OPTIONS_OF_MODULE = ['objectives', 'score'] as const;
/** Maximum number of panicking moves that a search omits. With one more it fails. */
const MAX_OMITTED = 8;
/** Maximum number of restarts in another instance, after other matches have ended the search's own. */
const MAX_INSTANCE_RESTARTS = 3;

/**
 * Search for a seat's move in a game written in Rust. It runs in the game's module without calls into JavaScript. The game's `moves` lists
 * the actions. Hidden parts come from its `determinize`, or are dealt among the holes if the whole `G` is known.
 */
export class RustSearch extends BaseSearch {
  #rules: RustGameRules;
  #options: SearchSettings;
  #redeals: boolean;
  #host!: RustSearchHost;
  #failure: Failure | undefined;
  /** The module's last report. */
  #reported: ReportedCandidate[] = [];
  /** The module's last failure since the start of `run`. */
  #notedFailure: NotedFailure | undefined;
  /** The encoded position, the moves that are omitted there, and the number of restarts in another instance. */
  #position: unknown[][] = [];
  #omitted: Action[] = [];
  #instanceRestarts = 0;

  constructor(rules: RustGameRules, options: SearchSettings, ai: AIFunctions) {
    super();
    if (typeof ai.enumerate !== 'function') throw badOption(`game '${rules.name}'`, 'the game does not list its `moves`, which a bot chooses from');
    const invalidOption = OPTIONS_OF_MODULE.find((name) => ai[name] !== undefined);
    if (invalidOption) throw badOption(`game '${rules.name}'`, `${invalidOption}: the bot of a game in Rust searches in the game's module: implement this in Rust`);
    this.#rules = rules;
    this.#options = options;
    this.#redeals = Boolean(ai.determinize);
    this.#open();
  }

  begin({ G, ctx, _stateID }: Position) {
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    this.#failure = undefined;
    this.#omitted = [];
    this.#instanceRestarts = 0;
    const encoded = encodeState({ G, ctx, plugins: {}, _stateID }, { plugins: [], compat: false, seed: '0', isSecure: false });
    this.#position = [[playerID, `${seed} ${_stateID}`, playoutDepth, mostNodes, Number(this.#redeals)], encoded];
    this.#begin();
  }

  /**
   * Makes iterations, fewer if a playout is long: the next call resumes it. If a move panics, the search restarts without it, and
   * `iterations` with it.
   *
   * @returns `true` if the tree is complete
   */
  run(iterations: number): boolean {
    // Another match exhausted the stack or the memory of the module.
    if (this.searcher.isRetired && (this.#instanceRestarts += 1) <= MAX_INSTANCE_RESTARTS) this.#restart();
    this.#notedFailure = undefined as NotedFailure | undefined;
    try {
      const isDone = Boolean(this.searcher.run(iterations));
      if (this.#notedFailure) this.#failure ??= this.#failureOf(this.#notedFailure, new Error(this.#notedFailure.message));
      return isDone;
    } catch (error) {
      this.#failure = this.#failureOf(this.#notedFailure ?? { playerID: this.#options.playerID }, error);
      return !this.#restartWithout(this.#failure.action);
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

  merged(candidates: FindingLists) {
    const list: unknown[] = [candidates.length];
    for (const findings of candidates) {
      list.push(findings.length);
      for (const { playerID, action: { payload }, visits, value, proven } of findings) {
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
      this.#notedFailure = { playerID, action: name ? actionOf(name, args, playerID!) : undefined, message };
    };
    this.searcher?.free();
    this.searcher = Searcher.make(host, this.#rules.number);
    host.engine = this.searcher as GameEngine;
    this.#host = host;
  }

  #restart() {
    this.restarts += 1;
    this.#begin();
  }

  #begin() {
    if (this.searcher.isRetired) this.#open();
    const [how, state] = this.#position;
    const leftOut = this.#omitted.flatMap(({ payload: { type, args } }) => [type, JSON.stringify(args)]);
    this.#host.list = [...how, this.#omitted.length, ...leftOut, ...state];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.takeRefusal().message ?? 'it is no state of this game');
  }

  /** Restarts the search without an action that panicked. Returns `false` if this does not help. */
  #restartWithout(action: Action | undefined) {
    if (this.searcher.isRetired || !action || this.#omitted.length === MAX_OMITTED) return false;
    this.#omitted.push(action);
    this.#restart();
    return true;
  }

  #failureOf({ playerID, action }: Attempt, cause: Foreign): Failure {
    const what = action ? `${offerText({ name: action.payload.type, args: action.payload.args })}: ` : '';
    // After a stack or memory exhaustion, the module cannot report the move.
    const why = this.searcher.isRetired ? `the game's code has ended its module: ${messageOf(cause.cause ?? cause)}` : messageOf(cause);
    const error = rondelError('bot/failed', `game '${this.#rules.name}', player '${playerID}': ${what}${why}`);
    return { playerID, action, error: Object.assign(error, { cause }) };
  }
}

function actionOf(name: string, args: string, playerID: string): Action {
  return { type: 'MAKE_MOVE', payload: { type: name, args: JSON.parse(args), playerID } };
}
