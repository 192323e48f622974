import { randomOf } from '../engine/tools.js';
import { botOptionsOf } from '../game/declarations.js';
import { EngineCache } from '../game/engine-cache.js';
import { rulesOf, unprocessed } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { isPromise, unawaited } from '../util/promise.js';
import { print } from '../util/print.js';
import { badOption } from './bot-options.js';
import { Bot, mayAct, moverOf } from './bot.js';
import { BotNode } from './bot-node.js';
import { strengthOf } from './difficulty.js';
import { reporterOf } from './reporter.js';
import { openSearch } from './search.js';
import { think } from './thinking.js';
import type { BotAction, BotCandidate, BotNode as PublicNode, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { GameAI } from '../../types/game-ai.js';
import type { PlayerID, State } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Strength } from './difficulty.js';
import type { Candidates } from './found.js';
import type { Candidate } from './search.js';
import type { Failure } from './search-host.js';

/** As boardgame.io's bots. */
const PLAYOUT_DEPTH = 50;

/** The rules of games whose developers have been warned of what their bots lack. */
const warned = new WeakSet<Rules>();

/** A search, with its player, its depth and its position, which it has from the first thought until `free`. */
interface Kept {
  search: ReturnType<typeof openSearch>;
  playerID: string;
  playoutDepth: number;
  state?: State;
}

/**
 * Searches for its moves: Monte Carlo tree search, by boardgame.io's contract. What is hidden from it, the game's `ai.determinize` makes
 * up once for each move; without one, it takes what it sees for all there is.
 *
 * With a `seed` it makes the same moves in the same match, if iterations and no time say how long it thinks.
 */
export class MCTSBot extends Bot {
  /** @internal */
  static botName = 'mcts';

  declare iterations: MCTSBotOptions['iterations'];
  declare playoutDepth: MCTSBotOptions['playoutDepth'];
  declare objectives: MCTSBotOptions['objectives'];
  declare iterationCallback: MCTSBotOptions['iterationCallback'];
  /**
   * `true` if the bot makes up hidden parts again for each iteration.
   *
   * @internal
   */
  declare isRedealt: boolean;

  #rules: Rules;
  #ai: Pick<GameAI, 'determinize' | 'score'>;
  #strength: Strength;
  #rest: number | undefined;
  /** The search for the last move, with what it is for: it may know what comes next. None while it is at work. */
  #kept: Kept | undefined;
  #cache: EngineCache | undefined;
  #isWarned = false;

  constructor(options: MCTSBotOptions) {
    super(options);
    const { game, iterationCallback, iterations, playoutDepth } = options;
    // What boardgame.io adds to a game hides nothing.
    this.#rules = rulesOf(unprocessed(game));
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
   * What it does; `null` if nothing can be done, or not by this player. The option `async`, which is on, has it leave the page time between slices of its work.
   * Rejects with `bot/failed` if what goes wrong in the game's code keeps it from finding anything, and with the signal's reason.
   */
  override async play(state: State, playerID?: PlayerID, options: PlayOptions = {}): Promise<{ action: BotAction | null, metadata: PublicNode }> {
    const { signal, onProgress } = options;
    signal?.throwIfAborted();
    const { G, ctx } = state;
    playerID ??= moverOf(ctx) ?? '';
    const actions = mayAct(ctx, playerID) ? this.enumerate(G, ctx, playerID) : [];
    const iterations = this.#iterationsFor(actions, state, playerID);
    const taken = this.#take(playerID, this.#depthFor(state, playerID));
    const { search } = taken;
    try {
      taken.state = state;
      search.begin(this.#positionOf(state, playerID));
      if (actions.length > 0) {
        const report = reporterOf(search, { iterations, iterationCallback: this.iterationCallback, tree: () => treeOf(taken), onProgress });
        const note = (share: number) => {
          this.iterationCounter = search.iterations;
          report(share);
        };
        const { thinkingTime } = this.#strength;
        await think(search, { iterations, thinkingTime, isSliced: this.getOpt('async'), rest: this.#rest, signal, note });
      }
      return this.#result(taken, actions);
    } finally {
      this.#keep(taken);
    }
  }

  /** What its last thought has found out. */
  candidates(): BotCandidate[] {
    return this.#kept?.search.candidates() ?? [];
  }

  /** What it does by its last thought and the `candidates()` of other bots that have thought about the same, a list for each. */
  choose(lists: readonly (readonly BotCandidate[])[]): { action: BotAction | null, metadata: PublicNode } {
    if (!this.#kept) throw badOption('choose(lists)', 'the bot has not thought about anything');
    return this.#result(this.#kept, [], [this.candidates(), ...lists]);
  }

  /** Gives back the memory of its search, for who makes many bots: without it, that is collected late. The bot can think again. */
  free(): void {
    if (this.#kept) {
      this.#kept.search.free();
      this.#kept.state = undefined;
      this.#kept = undefined;
    }
    this.#cache?.free();
    this.#cache = undefined;
  }

  /** What comes of a random match from this state: its `ctx.gameover`, or a `score` if an objective was reached. */
  playout(node: { state: State }): Foreign {
    const { state } = node;
    this.#cache ??= new EngineCache(this.#rules.game);
    let now = state;
    // By boardgame.io's contract, somebody may act.
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

  /** A player with a single action does it without a search. */
  #iterationsFor(actions: BotAction[], { G, ctx }: State, playerID: string) {
    if (actions.length === 1) return 1;
    const { iterations } = this;
    return Math.max(1, typeof iterations === 'function' ? iterations(G, ctx, playerID) : this.getOpt('iterations'));
  }

  #depthFor({ G, ctx }: State, playerID: string): number {
    const { playoutDepth } = this;
    return typeof playoutDepth === 'function' ? playoutDepth(G, ctx, playerID) : this.getOpt('playoutDepth');
  }

  /** The state that is searched. */
  #positionOf(state: State, playerID: string): State {
    if (this.isRedealt || this.#rules.open) return state;
    const { determinize } = this.#ai;
    if (determinize) return { ...state, G: this.#madeUp(determinize, state, playerID) };
    this.#warnOfHoles();
    return state;
  }

  #madeUp(determinize: NonNullable<GameAI['determinize']>, { G, ctx }: State, playerID: string): Foreign {
    const made = unawaited(determinize(G, ctx, playerID, randomOf(() => this.random())));
    if (made !== undefined && !isPromise(made)) return made;
    throw rondelError('game/determinize', `game '${this.gameName}': ai.determinize returned ${isPromise(made) ? 'a promise' : 'nothing'} for player '${playerID}': expected a G`);
  }

  #warnOfHoles() {
    if (!this.#rules.hides || warned.has(this.#rules)) return;
    warned.add(this.#rules);
    print('warn', `rondel: MCTSBot, game '${this.gameName}': players do not see everything, and there is no ai.determinize to make it up: the bot takes what it sees for all there is`);
  }

  /** A bot may think about several matches at once: then each thought has a search of its own. */
  #take(playerID: string, playoutDepth: number): Kept {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept && kept.playerID === playerID && kept.playoutDepth === playoutDepth) return kept;
    kept?.search.free();
    const search = openSearch(this.#rules.game, {
      playerID,
      playoutDepth,
      // Not the numbers that the match draws, whose seed may be the same.
      seed: `bot ${playerID} ${this.seed ?? Math.random()}`,
      enumerate: this.enumerate === Bot.prototype.enumerate ? this.enumerateFn : (...about) => this.enumerate(...about),
      objectives: this.objectives,
      score: this.#ai.score,
      determinize: this.isRedealt ? this.#ai.determinize ?? true : null,
    });
    return { search, playerID, playoutDepth };
  }

  #keep(taken: Kept) {
    this.#kept?.search.free();
    this.#kept = taken;
  }

  /**
   * The action is null where nothing can be done, or not by this player: the search then knows what others would do.
   *
   * @param actions what there is besides
   * @param candidates lists to choose from
   */
  #result(taken: Kept, actions: BotAction[], candidates?: Candidates): { action: BotAction | null, metadata: BotNode } {
    const { search, state, playerID } = taken;
    if (!mayAct(state!.ctx, playerID)) return { action: null, metadata: treeOf(taken) };
    const chosen = search.choose({ sharpness: this.#strength.sharpness, candidates });
    if (search.failure) this.#noteFailure(search.failure, chosen);
    return { action: chosen?.action ?? actions[0] ?? null, metadata: treeOf(taken) };
  }

  /** Throws the search's failure if the bot has found nothing because of it. */
  #noteFailure({ error }: Failure, chosen: Candidate | undefined) {
    if (!chosen) throw error;
    if (this.#isWarned || !isDevelopment()) return;
    this.#isWarned = true;
    print('warn', `rondel: a bot leaves out a part of what may happen: ${error.message}`);
  }
}

/** What the search has found out about this position. */
function treeOf(taken: Kept) {
  const { search, state } = taken;
  const { visits, children } = search.tree();
  return new BotNode({ visits, value: 0, children }, { state, isThere: () => taken.state === state });
}
