import { hasMove, onTimeoutOf } from '../game/declarations.js';
import { argumentsOf } from '../game/request-code.js';
import { jsonCopy } from '../util/json-copy.js';
import { unref } from '../util/unref.js';
import { rondelError } from '../util/error.js';
import { getFilterPlayerView } from './view.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { MatchFailures } from './failures.js';
import type { ChosenMove } from './match-engine.js';
import type { Steps } from './steps.js';
import type { StoredState } from './stored-states.js';
import type { Filter } from './view.js';

/** Maximum time that the bot has for its choice, in milliseconds. */
const THINKING_MS = 1500;
/**
 * Milliseconds after which the match goes on without the bot. Other players wait meanwhile; the allowance for lag gives them so much back. All bots
 * of one match that are asked in a row have a few times as much.
 */
const WAITING_MS = 2000;
const MOST_IN_A_ROW_MS = 3 * WAITING_MS;

/** A request for the action of a player whose time has run out. */
export interface TimeoutQuestion {
  matchID: string;
  /** Name of a bot of `ai.bots`. */
  bot: string;
  playerID: PlayerID;
  /** The state that the player sees, as a copy. */
  state: Foreign;
  /** Maximum time, in milliseconds. */
  time: number;
}

/** Resolves with a bot's action. Rejects when the signal ends the request. */
export type AskTimeoutBot = (question: TimeoutQuestion, how: { signal: AbortSignal }) => Promise<{ action: Foreign }>;

interface Means {
  rules: Rules;
  failures: MatchFailures;
  /** Returns the function of the host. Without one, no bot plays. */
  ask: () => AskTimeoutBot | undefined;
}

/** Has the bot of `onTimeout` choose a move for a player whose time has run out, from what the player sees. */
export class TimeoutBot {
  #game: Game;
  #rules: Rules;
  #failures: MatchFailures;
  #ask: Means['ask'];
  #viewOf: Filter | undefined;

  constructor(game: Game, { rules, failures, ask }: Means) {
    this.#game = game;
    this.#rules = rules;
    this.#failures = failures;
    this.#ask = ask;
  }

  /**
   * Returns the chosen move. Undefined if the game declares no bot; null if the bot has failed, has taken too long or has chosen no move.
   *
   * @param spent milliseconds that other bots of the match have taken just now
   */
  *move(matchID: string, state: StoredState, { playerID, spent }: { playerID: PlayerID, spent: number }): Steps<ChosenMove | null | undefined> {
    const bot = onTimeoutOf(this.#rules, state.ctx, playerID);
    if (typeof bot !== 'string') return undefined;
    const ask = this.#ask();
    if (!ask || spent > MOST_IN_A_ROW_MS - WAITING_MS) return null;
    try {
      return this.#read(yield this.#choose(ask, { matchID, bot, playerID }, state));
    } catch (error) {
      this.#failures.report(error, matchID);
      return null;
    }
  }

  async #choose(ask: AskTimeoutBot, about: Pick<TimeoutQuestion, 'matchID' | 'bot' | 'playerID'>, state: StoredState): Promise<{ action: Foreign }> {
    const controller = new AbortController();
    const late = () => controller.abort(rondelError('bot/timeout', `onTimeout: the bot '${about.bot}' has not chosen a move within ${WAITING_MS} ms`));
    const timer = unref(setTimeout(late, WAITING_MS));
    const question = { ...about, state: this.#seenBy(about.playerID, state), time: THINKING_MS };
    try {
      return await ask(question, controller);
    } finally {
      clearTimeout(timer);
    }
  }

  #seenBy(playerID: PlayerID, state: StoredState): Foreign {
    this.#viewOf ??= getFilterPlayerView(this.#game);
    // Bots may change their copy later.
    return jsonCopy(this.#viewOf(playerID, { type: 'update', args: ['', { ...state, deltalog: [] }] }).args[1]);
  }

  /** An event, such as `endTurn`, is no choice: the turn or stage ends anyway. */
  #read({ action }: { action: Foreign }): ChosenMove | null {
    const { type, payload } = jsonCopy(action);
    if (type !== 'MAKE_MOVE' || typeof payload?.type !== 'string' || !hasMove(this.#rules, payload.type)) return null;
    return { type: payload.type, args: argumentsOf(payload) };
  }
}
