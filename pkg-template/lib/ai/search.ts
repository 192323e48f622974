import { PROBLEM_STATE } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { botOptionsOf } from '../game/declarations.js';
import { readDefinition } from '../game/definition.js';
import { mode } from '../game/mode.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { randomText } from '../util/random.js';
import { badOption } from './bot-options.js';
import { Actions, actionOf, readOffer } from './actions.js';
import { Found } from './found.js';
import { RustSearch } from './rust-search.js';
import { SearchHost } from './search-host.js';
import { instanceOf } from '../engine/instance.js';
import * as glue from './bots-engine.js';
import { bytes } from './bots-wasm.js';
import type { BotCandidate } from '../../types/bots.js';
import type { Names } from '../game/definition.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Candidates } from './found.js';
import type { RustGameRules } from './rust-search.js';
import type { Advice, Failure, Finding } from './search-host.js';
import type { Boundary } from '../engine/boundary.js';
import type { Glue } from '../engine/instance.js';

/** So many actions end a playout, if nobody says how many. */
const PLAYOUT_DEPTH = 200;
/** A tree grows no further: some 30 MB. */
const MOST_NODES = 250_000;
/** Between two looks at whether the search has to begin again. */
const SLICE = 128;
/** So many actions are remembered from one position to the next. */
const MOST_ACTIONS = 50_000;

/** A move or an event of a player. */
export type Action = { type: 'MAKE_MOVE' | 'GAME_EVENT', payload: { type: string, args: Foreign[], playerID: string } };

/** A possible action, with the findings about it. */
export interface Candidate {
  playerID: string;
  action: Action;
  visits: number;
  /** Worth to the player, from 0 to 1. */
  value: number;
  /** `true` if the value is certain. */
  proven: boolean;
}

/** An action in the tree, with those that follow it. */
export type Node = Candidate & { readonly children: Node[] };

export interface SearchOptions {
  /** Whose move is searched; nobody: the player whose turn it is. */
  playerID?: string | null;
  /** The same seed leads to the same move after the same number of iterations. */
  seed?: string | number;
  /** After how many actions a playout is cut short. */
  playoutDepth?: number;
  /** How far the tree grows, which a search goes on in when it is full; with 1 there is none. */
  mostNodes?: number;
  /** This and the next three are the game's `ai`, unless they are given. */
  enumerate?: Advice['enumerate'];
  objectives?: Advice['objectives'];
  determinize?: Advice['determinize'];
  score?: Advice['score'];
}

/** The options of a search with their defaults. */
export interface SearchSettings {
  seed: string;
  playoutDepth: number;
  mostNodes: number;
  playerID?: string;
}

/** A state as a seat sees it, which may come from anywhere. */
export interface Position {
  G: Foreign;
  ctx: Foreign;
  plugins?: Foreign;
  _stateID?: number;
}

/**
 * The search for a seat's move. It is synchronous, and done in slices; the module is compiled at the first one. Throws what is wrong
 * with the game's definition, and with that the game has no `enumerate`.
 */
export function openSearch(game: object, { seed = randomText(2), playoutDepth = PLAYOUT_DEPTH, mostNodes = MOST_NODES, playerID, ...given }: SearchOptions = {}) {
  const rules = rulesOf(game);
  const own: Advice = botOptionsOf(rules);
  const { enumerate = own.enumerate, objectives = own.objectives, determinize = own.determinize, score = own.score } = given;
  const options = { seed: String(seed), playoutDepth, mostNodes, playerID: playerID ?? undefined };
  // Of all rules, those of games in Rust alone have an `open`.
  return new (rules.open ? RustSearch : Search)(rules as Rules & RustGameRules, options, { enumerate, objectives, determinize, score });
}

class Search extends Found {
  #rules: Rules;
  #options: SearchSettings;
  #ai: Advice;
  #host!: SearchHost;
  #names!: Names;

  /** @param ai what is asked of the game */
  constructor(rules: Rules, options: SearchSettings, ai: Advice) {
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
   */
  begin({ G, ctx, plugins, _stateID }: Position) {
    if (this.searcher.isRetired || this.#host.actions.size > MOST_ACTIONS) this.#open();
    const { seed, playoutDepth, mostNodes, playerID } = this.#options;
    const { determinize, score, objectives } = this.#ai;
    const [makesUp, scores, hasObjectives] = [determinize, score, objectives].map((way) => typeof way === 'function');
    const options = { seed: `${seed} ${_stateID}`, playoutDepth, mostNodes, determinize: makesUp, score: scores, objectives: hasObjectives };
    this.#host.beginFor(playerID ?? ctx?.currentPlayer);
    const encoded = encodeState({ G, ctx, plugins, _stateID }, { plugins: this.#names.plugins, compat: this.#rules.compat, seed: '0', isSecure: false });
    this.#host.list = [playerID, options, ...encoded];
    if (!this.searcher.begin()) throw rondelError(PROBLEM_STATE, this.#host.refusal.message ?? 'it is no state of this game');
    // What has gone wrong on the way there does not count.
    if (this.#host.mustRestart) this.#restart();
    else this.#forgive();
  }

  /**
   * Makes so many iterations, fewer where a playout is long: the next call resumes it. Where it turns out that what was found out cannot be
   * trusted, the search begins again, and `iterations` with it: so go on until there are as many as are wanted.
   *
   * @returns whether more would find nothing out
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

  /** What went wrong first in this position, and who did what: undefined if nothing has. */
  get failure(): Failure | undefined {
    return this.#host.failure;
  }

  below(node: number) {
    return this.#reported(() => this.searcher.reportBelow(node));
  }

  merged(candidates: Candidates) {
    this.#host.list = [candidates.map((found) => found.map((candidate) => this.#findingOf(candidate)))];
    return this.#reported(() => this.searcher.mergeGiven());
  }

  #open() {
    const { definition, names } = readDefinition(this.#rules.game, mode(this.#rules).warn);
    const { Searcher } = loadBots();
    const host = new SearchHost(this.#rules, mode(this.#rules), this.#ai);
    host.actions = new Actions(host, names.moves);
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
    this.#forgive();
    this.searcher.reset();
  }

  #forgive() {
    this.#host.mustRestart = false;
    this.#host.failure = undefined;
  }

  /** What the module reports when it is asked. Throws an error with what is wrong with findings that it was given. */
  #reported(ask: () => void) {
    this.#host.findings = [];
    this.#host.refusal = {};
    ask();
    const { message } = this.#host.refusal;
    if (message) throw rondelError('bot/failed', `game '${this.#rules.name}': the findings of other workers cannot be read: ${message}`);
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
