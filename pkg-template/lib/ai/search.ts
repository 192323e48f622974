import { PROBLEM_STATE } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { botOptionsOf } from '../game/declarations.js';
import { readDefinition } from '../game/definition.js';
import { mode } from '../game/mode.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { randomText } from '../util/random.js';
import { badOption } from './bot-options.js';
import { ActionTable, actionOf, readOffer } from './action-table.js';
import { BaseSearch } from './base-search.js';
import { RustSearch } from './rust-search.js';
import { SearchHost } from './search-host.js';
import { instanceOf } from '../engine/instance.js';
import * as glue from './bots-engine.js';
import { bytes } from './bots-wasm.js';
import type { BotCandidate } from '../../types/bots.js';
import type { Names } from '../game/definition.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { FindingLists } from './base-search.js';
import type { RustGameRules } from './rust-search.js';
import type { AIFunctions, Failure, Finding } from './search-host.js';
import type { Boundary } from '../engine/boundary.js';
import type { Glue } from '../engine/instance.js';

/** Default of `playoutDepth`. */
const PLAYOUT_DEPTH = 200;
/** Default of `mostNodes`. A full tree takes some 30 MB. */
const MAX_NODES = 250_000;
/** Iterations between two checks whether the search has to restart. */
const SLICE = 128;
/** Maximum number of actions that are kept from one position to the next. */
const MAX_ACTIONS = 50_000;

export type Action = { type: 'MAKE_MOVE' | 'GAME_EVENT', payload: { type: string, args: Foreign[], playerID: string } };

/** A possible action, with the findings about it. */
export interface Candidate {
  playerID: string;
  action: Action;
  visits: number;
  /** Expected reward of the player, from 0 to 1. */
  value: number;
  /** `true` if the value is certain. */
  proven: boolean;
}

/** An action in the tree, with the actions that follow it. */
export type Node = Candidate & { readonly children: Node[] };

export interface SearchOptions {
  /** The player whose move is searched. Default: the player whose turn it is. */
  playerID?: string | null;
  /** Seed. The same seed and number of iterations lead to the same move. Default: random. */
  seed?: string | number;
  /** Maximum number of actions in a playout. Default: 200. */
  playoutDepth?: number;
  /** Maximum number of nodes. The search continues when the tree is full. With 1 there is no tree. Default: 250,000. */
  mostNodes?: number;
  /** This option and the next three replace those of the game's `ai`. */
  enumerate?: AIFunctions['enumerate'];
  objectives?: AIFunctions['objectives'];
  determinize?: AIFunctions['determinize'];
  score?: AIFunctions['score'];
}

/** Search options with their defaults. */
export interface SearchSettings {
  seed: string;
  playoutDepth: number;
  mostNodes: number;
  playerID?: string;
}

/** A state as a seat sees it, from any source. */
export interface Position {
  G: Foreign;
  ctx: Foreign;
  plugins?: Foreign;
  _stateID?: number;
}

/**
 * Returns a synchronous search for a seat's move. The first one compiles the module of bots. Throws if the game's definition has a fault,
 * or has no `enumerate`.
 */
export function openSearch(game: object, { seed = randomText(2), playoutDepth = PLAYOUT_DEPTH, mostNodes = MAX_NODES, playerID, ...overrides }: SearchOptions = {}) {
  const rules = rulesOf(game);
  const gameAI: AIFunctions = botOptionsOf(rules);
  const { enumerate = gameAI.enumerate, objectives = gameAI.objectives, determinize = gameAI.determinize, score = gameAI.score } = overrides;
  const options = { seed: String(seed), playoutDepth, mostNodes, playerID: playerID ?? undefined };
  // Only rules of games in Rust have an `open`.
  return new (rules.open ? RustSearch : Search)(rules as Rules & RustGameRules, options, { enumerate, objectives, determinize, score });
}

class Search extends BaseSearch {
  #rules: Rules;
  #options: SearchSettings;
  #ai: AIFunctions;
  #host!: SearchHost;
  #names!: Names;

  /** @param ai functions of the game that the search calls */
  constructor(rules: Rules, options: SearchSettings, ai: AIFunctions) {
    super();
    if (typeof ai.enumerate !== 'function') throw badOption(`game '${rules.name}'`, 'ai.enumerate: expected a function that lists what a player may do');
    this.#rules = rules;
    this.#options = options;
    this.#ai = ai;
    this.#open();
  }

  /**
   * Starts in another position, given as the seat sees it. Keeps the part of the tree that still applies, unless chance or hidden
   * information lies in between. Throws an error that names the fault of an invalid state.
   */
  begin({ G, ctx, plugins, _stateID }: Position) {
    if (this.searcher.isRetired || this.#host.actions.size > MAX_ACTIONS) this.#open();
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    const { determinize, score, objectives } = this.#ai;
    const [fillsIn, scores, hasObjectives] = [determinize, score, objectives].map((way) => typeof way === 'function');
    const options = { seed: `${seed} ${_stateID}`, playoutDepth, mostNodes, determinize: fillsIn, score: scores, objectives: hasObjectives };
    this.#host.beginFor(playerID ?? ctx?.currentPlayer);
    const encoded = encodeState({ G, ctx, plugins, _stateID }, { plugins: this.#names.plugins, compat: this.#rules.compat, seed: '0', isSecure: false });
    this.#host.list = [playerID, options, ...encoded];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.refusal.message ?? 'it is no state of this game');
    // Failures on the way to the position do not count.
    if (this.#host.mustRestart) this.#restart();
    else this.#clearFailure();
  }

  /**
   * Makes iterations, fewer if a playout is long: the next call resumes it. If the findings turn out to be unreliable, the search restarts
   * and `iterations` with it, so repeat until there are enough.
   *
   * @returns `true` if the tree is complete
   */
  run(iterations: number): boolean {
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

  /** First failure in this position, with its player and action. */
  get failure(): Failure | undefined {
    return this.#host.failure;
  }

  below(node: number) {
    return this.#reported(() => this.searcher.reportBelow(node));
  }

  merged(candidates: FindingLists) {
    this.#host.list = [candidates.map((found) => found.map((candidate) => this.#findingOf(candidate)))];
    return this.#reported(() => this.searcher.mergeGiven());
  }

  #open() {
    const { definition, names } = readDefinition(this.#rules.game, mode(this.#rules).warn);
    const { Searcher } = loadBots();
    const host = new SearchHost(this.#rules, mode(this.#rules), this.#ai);
    host.actions = new ActionTable(host, names.moves);
    host.list = definition;
    this.searcher?.free();
    this.searcher = Searcher.make(host);
    host.engine = this.searcher as SearchHost['engine'];
    this.#host = host;
    this.#names = names;
  }

  #runSlice(iterations: number): boolean {
    try {
      return this.searcher.run(iterations);
    } catch (error) {
      this.#host.noteError(error);
      return this.searcher.isRetired;
    }
  }

  #restart() {
    this.restarts += 1;
    this.#clearFailure();
    this.searcher.reset();
  }

  #clearFailure() {
    this.#host.mustRestart = false;
    this.#host.failure = undefined;
  }

  /** Returns what the module reports. Throws an error if the module cannot read the given findings. */
  #reported(ask: () => void) {
    this.#host.findings = [];
    this.#host.refusal = {};
    ask();
    const { message } = this.#host.refusal;
    if (message) throw rondelError('bot/failed', `game '${this.#rules.name}': the results of other workers cannot be read: ${message}`);
    return this.#host.findings.map(({ node, playerID, action, visits, total, proven }) => {
      const value = proven ?? total / Math.max(visits, 1);
      return { node, playerID, action: actionOf(this.#host.actions.offer(action), playerID), visits, value, proven: proven !== undefined };
    });
  }

  #findingOf({ playerID, action, visits, value, proven }: BotCandidate): Finding {
    return { node: 0, playerID, action: this.#host.actions.numberOf(readOffer(action)), visits, total: visits * value, proven: proven ? value : undefined };
  }
}

/** The module has two sets of imports: those of every engine, and those of the search. */
const imports = {
  setBoundary(boundary: Boundary) {
    glue.imports.setBoundary(boundary);
    glue.searchImports.setBoundary(boundary);
  },
};

const botsInstance = /* @__PURE__ */ instanceOf({ ...glue, imports } as Glue, ['Searcher']);

/** Returns the current instance of the module of bots. */
const loadBots = () => botsInstance(() => new WebAssembly.Module(bytes()));
