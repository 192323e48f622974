import { randomOf } from '../engine/tools.js';
import { botOptionsOf } from '../game/declarations.js';
import { EngineCache } from '../game/engine-cache.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { isPromise, unawaited } from '../util/promise.js';
import { print } from '../util/print.js';
import { badOption } from './bot-options.js';
import { Bot, mayAct, moverOf } from './bot.js';
import { BotNode } from './bot-node.js';
import { strengthOf } from './difficulty.js';
import { progressReporter } from './progress-reporter.js';
import { openSearch } from './search.js';
import { runSearch } from './search-loop.js';
import type { BotAction, BotCandidate, BotNode as PublicNode, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { GameAI } from '../../types/game-ai.js';
import type { PlayerID, State } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Strength } from './difficulty.js';
import type { FindingLists } from './base-search.js';
import type { Candidate } from './search.js';
import type { Failure } from './search-host.js';

/** Default of `playoutDepth`, as in boardgame.io. */
const PLAYOUT_DEPTH = 50;

/** Rules of games whose developers have been warned. */
const warned = new WeakSet<Rules>();

/** A search with its player, its depth and its position, from the first `play` until `free`. */
interface SearchEntry {
  search: ReturnType<typeof openSearch>;
  playerID: string;
  playoutDepth: number;
  state?: State;
}

/**
 * A bot that uses Monte Carlo tree search, with boardgame.io's options.
 *
 * The game's `ai.determinize` fills in hidden information once per move. Without it, the bot assumes that it sees everything. With a `seed`
 * and a number of iterations, but no time, the bot makes the same moves in the same match.
 */
export class MCTSBot extends Bot {
  /** @internal */
  static botName = 'mcts';

  declare iterations: MCTSBotOptions['iterations'];
  declare playoutDepth: MCTSBotOptions['playoutDepth'];
  declare objectives: MCTSBotOptions['objectives'];
  declare iterationCallback: MCTSBotOptions['iterationCallback'];
  /**
   * `true` if the bot fills in hidden information again for each iteration.
   *
   * @internal
   */
  declare isRedealt: boolean;

  #rules: Rules;
  #ai: Pick<GameAI, 'determinize' | 'score'>;
  #strength: Strength;
  #rest: number | undefined;
  /** The search for the last move. `undefined` while it runs. */
  #entry: SearchEntry | undefined;
  #cache: EngineCache | undefined;
  #isWarned = false;

  constructor(options: MCTSBotOptions) {
    super(options);
    const { game, iterationCallback, iterations, playoutDepth } = options;
    // boardgame.io adds only fields that hide nothing.
    this.#rules = rulesOf(originalGame(game));
    const ai = botOptionsOf(this.#rules);
    this.#ai = { determinize: options.determinize ?? ai.determinize, score: options.score ?? ai.score };
    this.#strength = strengthOf(options);
    this.#rest = options.rest;
    this.objectives = options.objectives ?? ai.objectives;
    this.iterationCallback = iterationCallback;
    this.iterations = iterations;
    this.playoutDepth = playoutDepth;
    this.isRedealt = false;
    const usual = this.#strength.iterations;
    this.addOpt({ key: 'async', initial: true });
    this.addOpt({ key: 'iterations', initial: typeof usual === 'number' ? usual : 1000, range: { min: 1, max: 2000 } });
    this.addOpt({ key: 'playoutDepth', initial: typeof playoutDepth === 'number' ? playoutDepth : PLAYOUT_DEPTH, range: { min: 1, max: 100 } });
  }

  /**
   * Resolves with the bot's action; `null` if the player cannot act. With the option `async`, which is on by default, the search leaves the
   * page time between its slices.
   *
   * Rejects with the signal's reason, or with `bot/failed` if an error in the game's code leaves no action.
   */
  override async play(state: State, playerID?: PlayerID, options: PlayOptions = {}): Promise<{ action: BotAction | null, metadata: PublicNode }> {
    const { signal, onProgress, time = Infinity } = options;
    signal?.throwIfAborted();
    const { G, ctx } = state;
    playerID ??= moverOf(ctx) ?? '';
    const actions = mayAct(ctx, playerID) ? this.enumerate(G, ctx, playerID) : [];
    const iterations = this.#iterationsFor(actions, state, playerID);
    const entry = this.#takeEntry(playerID, this.#depthFor(state, playerID));
    const { search } = entry;
    try {
      entry.state = state;
      search.begin(this.#positionOf(state, playerID));
      if (actions.length > 0) {
        const report = progressReporter(search, { iterations, iterationCallback: this.iterationCallback, tree: () => treeOf(entry), onProgress });
        const onSlice = (share: number) => {
          this.iterationCounter = search.iterations;
          report(share);
        };
        const thinkingTime = Math.min(this.#strength.thinkingTime, time);
        await runSearch(search, { iterations, thinkingTime, isSliced: this.getOpt('async'), rest: this.#rest, signal, onSlice });
      }
      return this.#result(entry, actions);
    } finally {
      this.#keepEntry(entry);
    }
  }

  /** Returns the findings of the last search. */
  candidates(): BotCandidate[] {
    return this.#entry?.search.candidates() ?? [];
  }

  /** Returns the action by the last search and the `candidates()` of other bots that searched the same position, one list per bot. */
  choose(lists: readonly (readonly BotCandidate[])[]): { action: BotAction | null, metadata: PublicNode } {
    if (!this.#entry) throw badOption('choose(lists)', 'the bot has made no search yet');
    return this.#result(this.#entry, [], [this.candidates(), ...lists]);
  }

  /**
   * Frees the memory of the search at once. The bot can play again. Use it if you create many bots, because the garbage collector frees
   * that memory late.
   */
  free(): void {
    if (this.#entry) {
      this.#entry.search.free();
      this.#entry.state = undefined;
      this.#entry = undefined;
    }
    this.#cache?.free();
    this.#cache = undefined;
  }

  /** Plays a random match from this state. Returns its `ctx.gameover`, or a `score` if an objective was reached. */
  playout(node: { state: State }): Foreign {
    const { state } = node;
    this.#cache ??= new EngineCache(this.#rules.game);
    let now = state;
    // boardgame.io's callers pass a state in which somebody may act.
    const depth = this.#depthFor(state, moverOf(state.ctx)!);
    for (let made = 0; made < depth && now.ctx.gameover === undefined; made += 1) {
      const playerID = moverOf(now.ctx)!;
      const actions = this.enumerate(now.G, now.ctx, playerID);
      const score = this.#objectivesMet(now, playerID);
      if (score > 0) return { score };
      if (actions.length === 0) return undefined;
      now = this.#cache.apply(now, this.random(actions)).state ?? now;
    }
    return now.ctx.gameover;
  }

  #objectivesMet({ G, ctx }: State, playerID: string) {
    const objectives = Object.values(this.objectives?.(G, ctx, playerID) ?? {});
    return objectives.reduce((score, { checker, weight }) => (checker(G, ctx) ? score + weight : score), 0);
  }

  /** Returns 1 for a single possible action: it needs no search. */
  #iterationsFor(actions: BotAction[], { G, ctx }: State, playerID: string) {
    if (actions.length === 1) return 1;
    const { iterations } = this;
    return Math.max(1, typeof iterations === 'function' ? iterations(G, ctx, playerID) : this.getOpt('iterations'));
  }

  #depthFor({ G, ctx }: State, playerID: string): number {
    const { playoutDepth } = this;
    return typeof playoutDepth === 'function' ? playoutDepth(G, ctx, playerID) : this.getOpt('playoutDepth');
  }

  /** Returns the state that is searched. */
  #positionOf(state: State, playerID: string): State {
    if (this.isRedealt || this.#rules.open) return state;
    const { determinize } = this.#ai;
    if (determinize) return { ...state, G: this.#filledIn(determinize, state, playerID) };
    this.#warnOfHoles();
    return state;
  }

  #filledIn(determinize: NonNullable<GameAI['determinize']>, { G, ctx }: State, playerID: string): Foreign {
    const filled = unawaited(determinize(G, ctx, playerID, randomOf(() => this.random())));
    if (filled !== undefined && !isPromise(filled)) return filled;
    throw rondelError('game/determinize', `game '${this.gameName}': ai.determinize returned ${isPromise(filled) ? 'a promise' : 'nothing'} for player '${playerID}': expected a G`);
  }

  #warnOfHoles() {
    if (!this.#rules.hides || warned.has(this.#rules)) return;
    warned.add(this.#rules);
    print('warn', `rondel: MCTSBot, game '${this.gameName}': players do not see everything, and the game has no ai.determinize, which fills in the rest: the bot plays as if it saw everything`);
  }

  /** A bot may run in several matches at once. Each run then has a search of its own. */
  #takeEntry(playerID: string, playoutDepth: number): SearchEntry {
    const entry = this.#entry;
    this.#entry = undefined;
    if (entry && entry.playerID === playerID && entry.playoutDepth === playoutDepth) return entry;
    entry?.search.free();
    const search = openSearch(this.#rules.game, {
      playerID,
      playoutDepth,
      // A prefix keeps this seed apart from the match's, which may be the same.
      seed: `bot ${playerID} ${this.seed ?? Math.random()}`,
      enumerate: this.enumerate === Bot.prototype.enumerate ? this.enumerateFn : (...about) => this.enumerate(...about),
      objectives: this.objectives,
      score: this.#ai.score,
      determinize: this.isRedealt ? this.#ai.determinize ?? true : null,
    });
    return { search, playerID, playoutDepth };
  }

  #keepEntry(entry: SearchEntry) {
    this.#entry?.search.free();
    this.#entry = entry;
  }

  /**
   * Returns the decision. The action is `null` if the player cannot act: the search then holds the actions of others.
   *
   * @param actions fallback if the search has found nothing
   * @param candidates findings of other bots
   */
  #result(entry: SearchEntry, actions: BotAction[], candidates?: FindingLists): { action: BotAction | null, metadata: BotNode } {
    const { search, state, playerID } = entry;
    if (!mayAct(state!.ctx, playerID)) return { action: null, metadata: treeOf(entry) };
    const chosen = search.choose({ sharpness: this.#strength.sharpness, candidates });
    if (search.failure) this.#noteFailure(search.failure, chosen);
    return { action: chosen?.action ?? actions[0] ?? null, metadata: treeOf(entry) };
  }

  /** Throws the search's failure if it left the bot without an action. */
  #noteFailure({ error }: Failure, chosen: Candidate | undefined) {
    if (!chosen) throw error;
    if (this.#isWarned || !isDevelopment()) return;
    this.#isWarned = true;
    print('warn', `rondel: a bot ignores a part of the possible outcomes: ${error.message}`);
  }
}

/** Returns the search tree of this position. */
function treeOf(entry: SearchEntry) {
  const { search, state } = entry;
  const { visits, children } = search.tree();
  return new BotNode({ visits, value: 0, children }, { state, isCurrent: () => entry.state === state });
}
