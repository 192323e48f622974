import { randomOf } from '../engine/tools.js';
import { botOptionsOf } from '../game/declarations.js';
import { EngineCache } from '../game/engine-cache.js';
import { rulesOf } from '../game/rules.js';
import { unprocessed } from '../game/source.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { isPromise, unawaited } from '../util/promise.js';
import { print } from '../util/print.js';
import { badOption } from './bot-options.js';
import { Bot } from './bot.js';
import { BotNode } from './bot-node.js';
import { strengthOf } from './difficulty.js';
import { mayAct, moverOf } from './mover.js';
import { reporterOf } from './reporter.js';
import { openSearch } from './search.js';
import { think } from './thinking.js';

/** As boardgame.io's bots. */
const PLAYOUT_DEPTH = 50;

/** The rules of games whose developers have been warned of what their bots lack. */
const warned = new WeakSet();

/**
 * A search, with what it is for, and the position that it is at.
 *
 * @typedef {{ search: ReturnType<typeof openSearch>, playerID: string, playoutDepth: number, state?: any }} Kept
 */

/**
 * A bot that searches for its moves: Monte Carlo tree search, by boardgame.io's contract. What is hidden from it, the game's
 * `ai.determinize` makes up, once for each move: the bot takes that for the truth. Without one it takes what it sees for all there is.
 */
export class MCTSBot extends Bot {
  static botName = 'mcts';

  #rules;
  #ai;
  #strength;
  #rest;
  /**
   * The search for the last move, with what it is for: it may know what comes next. None while it is at work.
   *
   * @type {Kept | undefined}
   */
  #kept;
  #cache;
  #isWarned = false;

  /** @param {import('../../ai.d.ts').MCTSBotOptions} options */
  constructor(options) {
    super(options);
    const { game, iterationCallback, iterations, playoutDepth } = options;
    // What boardgame.io adds to a game hides nothing.
    this.#rules = rulesOf(unprocessed(game));
    const ai = botOptionsOf(this.#rules);
    this.#ai = { determinize: options.determinize ?? ai.determinize, score: options.score ?? ai.score };
    this.#strength = strengthOf(options);
    this.#rest = options.rest;
    /** @type {import('../../ai.d.ts').MCTSBotOptions['objectives']} */
    this.objectives = options.objectives ?? ai.objectives;
    this.iterationCallback = iterationCallback;
    this.iterations = iterations;
    this.playoutDepth = playoutDepth;
    /** Whether what is hidden is made up again for each iteration. */
    this.isRedealt = false;
    const usual = this.#strength.iterations;
    this.addOpt({ key: 'async', initial: true });
    this.addOpt({ key: 'iterations', initial: typeof usual === 'number' ? usual : 1000, range: { min: 1, max: 2000 } });
    this.addOpt({ key: 'playoutDepth', initial: typeof playoutDepth === 'number' ? playoutDepth : PLAYOUT_DEPTH, range: { min: 1, max: 100 } });
  }

  /**
   * What the bot does in this state, and the tree of what it has looked at.
   *
   * @param {any} state
   * @param {string} [asked] the player; who is to act if left out
   * @param {import('../../ai.d.ts').PlayOptions} [options]
   */
  async play(state, asked, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    const { G, ctx } = state;
    const playerID = asked ?? moverOf(ctx) ?? '';
    const actions = mayAct(ctx, playerID) ? this.enumerate(G, ctx, playerID) : [];
    const iterations = this.#iterationsFor(actions, state, playerID);
    const taken = this.#take(playerID, this.#depthFor(state, playerID));
    const { search } = taken;
    try {
      taken.state = state;
      search.begin(this.#positionOf(state, playerID));
      if (actions.length > 0) {
        const report = reporterOf(search, { iterations, iterationCallback: this.iterationCallback, tree: () => treeOf(taken), onProgress });
        const note = (share) => {
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

  /** What the last thought has found out about each action. */
  candidates() {
    return this.#kept?.search.candidates() ?? [];
  }

  /**
   * What the bot does by its last thought and the `candidates` of other bots that have thought about the same, a list for each.
   *
   * @param {any[][]} lists
   */
  choose(lists) {
    if (!this.#kept) throw badOption('choose(lists)', 'the bot has not thought about anything');
    return this.#result(this.#kept, [], [this.candidates(), ...lists]);
  }

  /** Gives back the memory of its search, which is collected late without it. The bot can think again. */
  free() {
    if (this.#kept) {
      this.#kept.search.free();
      this.#kept.state = undefined;
      this.#kept = undefined;
    }
    this.#cache?.free();
    this.#cache = undefined;
  }

  /**
   * The result of a random match from this state: its `gameover`, or a `score` if the player who is to act has reached an objective.
   *
   * @param {{ state: any }} node
   */
  playout({ state }) {
    this.#cache ??= new EngineCache(this.#rules.game);
    let now = state;
    const depth = this.#depthFor(state, moverOf(state.ctx));
    for (let made = 0; made < depth && now.ctx.gameover === undefined; made += 1) {
      const playerID = moverOf(now.ctx);
      const actions = this.enumerate(now.G, now.ctx, playerID);
      const score = this.#objectivesMet(now, playerID);
      if (score > 0) return { score };
      if (actions.length === 0) return undefined;
      now = this.#cache.apply(now, this.random(actions)).state ?? now;
    }
    return now.ctx.gameover;
  }

  #objectivesMet({ G, ctx }, playerID) {
    const objectives = Object.values(this.objectives?.(G, ctx, playerID) ?? {});
    return objectives.reduce((score, { checker, weight }) => (checker(G, ctx) ? score + weight : score), 0);
  }

  /** A player with a single action does it without a search. */
  #iterationsFor(actions, { G, ctx }, playerID) {
    if (actions.length === 1) return 1;
    const { iterations } = this;
    return Math.max(1, typeof iterations === 'function' ? iterations(G, ctx, playerID) : this.getOpt('iterations'));
  }

  #depthFor({ G, ctx }, playerID) {
    const { playoutDepth } = this;
    return typeof playoutDepth === 'function' ? playoutDepth(G, ctx, playerID) : this.getOpt('playoutDepth');
  }

  /** The state that is searched. */
  #positionOf(state, playerID) {
    if (this.isRedealt || this.#rules.open) return state;
    const { determinize } = this.#ai;
    if (determinize) return { ...state, G: this.#madeUp(determinize, state, playerID) };
    this.#warnOfHoles();
    return state;
  }

  #madeUp(determinize, { G, ctx }, playerID) {
    const made = unawaited(determinize(G, ctx, playerID, randomOf(() => this.random())));
    if (made !== undefined && !isPromise(made)) return made;
    throw rondelError('game/determinize', `game '${this.gameName}': ai.determinize returned ${isPromise(made) ? 'a promise' : 'nothing'} for player '${playerID}': expected a G`);
  }

  #warnOfHoles() {
    if (!this.#rules.hides || warned.has(this.#rules)) return;
    warned.add(this.#rules);
    print('warn', `rondel: MCTSBot, game '${this.gameName}': players do not see everything, and there is no ai.determinize to make it up: the bot takes what it sees for all there is`);
  }

  /**
   * A bot may think about several matches at once: then each thought has a search of its own.
   *
   * @returns {Kept}
   */
  #take(playerID, playoutDepth) {
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

  #keep(taken) {
    this.#kept?.search.free();
    this.#kept = taken;
  }

  /**
   * The action is null where nothing can be done, or not by this player: the search then knows what others would do.
   *
   * @param {Kept} taken
   * @param {any[]} actions what there is besides
   * @param {any[][]} [candidates] lists to choose from
   * @returns {{ action: import('../../ai.d.ts').BotAction | null, metadata: BotNode }}
   */
  #result(taken, actions, candidates) {
    const { search, state, playerID } = taken;
    if (!mayAct(state.ctx, playerID)) return { action: null, metadata: treeOf(taken) };
    const chosen = search.choose({ sharpness: this.#strength.sharpness, candidates });
    if (search.failure) this.#noteFailure(search.failure, chosen);
    return { action: chosen?.action ?? actions[0] ?? null, metadata: treeOf(taken) };
  }

  /** Throws the search's failure if the bot has found nothing because of it. */
  #noteFailure({ error }, chosen) {
    if (!chosen) throw error;
    if (this.#isWarned || !isDevelopment()) return;
    this.#isWarned = true;
    print('warn', `rondel: a bot leaves out a part of what may happen: ${error.message}`);
  }
}

/** What the search has found out about this position. */
function treeOf(taken) {
  const { search, state } = taken;
  const { visits, children } = search.tree();
  return new BotNode({ visits, value: 0, children }, { state, isThere: () => taken.state === state });
}
