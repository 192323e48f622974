import { ADMITTED_LOADED, ADMITTED_YES, GAME_THREW, REFUSAL_INVALID_MOVE } from '../engine/codes.js';
import { Draws } from '../engine/draws.js';
import { ledgerOfNumbers } from './flat-ledger.js';
import { copyOf } from './protocol/limited-copy.js';
import { sizeOfLog } from './match-log.js';
import { replayable } from './replayable.js';
import { historyAfter } from './stored-history.js';
import { obstacleToSending } from './serialisable.js';

/** The log of the match has no space for what an action adds to it. */
const LOG_FULL = { type: 'match/log_full', message: 'the log of the match is full: nobody can act in it any more' };

/** How much of the payload of a game's refusal is remembered. */
const PAYLOAD = { values: 1000, text: 10_000, longest: 10_000 };

/** The refusal of an action in which the game has thrown something. */
export const THREW = { type: REFUSAL_INVALID_MOVE, message: GAME_THREW };

/**
 * How many bytes may be added to the log, and the random numbers that are drawn first.
 *
 * @typedef {{ logSpace: number, known: readonly number[] }} Bounds
 *
 * @type {Bounds}
 */
const UNBOUNDED = { logSpace: Infinity, known: [] };

/**
 * The outcome of an action at a master, and what the engine calls while it computes that. It was `done`, and is to be stored
 * with the `ledger`; or it is refused with an `error`, and if there is a `ledger`, that is to be stored with the state as it is; or
 * its author is no player of the match, and is sent what was `refused`; or nothing, if the same acknowledgement is to be sent again.
 */
export class Proposal {
  /** @type {any} the state that it has led to */
  done = undefined;
  /** @type {object[] | undefined} what it adds to the stored log if it is done */
  deltalog = undefined;
  /** About how many bytes it adds to the log. */
  logged = 0;
  /** @type {import('./ledger.js').Ledger | undefined} */
  ledger = undefined;
  /** @type {{ type: string, message: string, payload?: unknown } | undefined} */
  error = undefined;
  /** @type {import('./ledger.js').Refused[] | undefined} */
  refused = undefined;
  /** @type {Record<string, string> | undefined} who leaves the match by it, and by which leave */
  left = undefined;
  /** @type {{ error: unknown } | undefined} what the game has thrown */
  thrown = undefined;
  /** @type {import('../game/engine-states.js').Slot | undefined} where the engine keeps what is to be stored */
  slot = undefined;
  #action;
  #logSpace;
  #keepsReplay;
  #load;

  /**
   * @param {any} state
   * @param {any} action null if it makes no sense
   * @param {object} options
   * @param {Bounds} [options.bounds]
   * @param {boolean} options.keepsReplay whether the log keeps what it takes to play an action again
   * @param {(state: any) => { type: string, message: string } | undefined} options.load has the engine load a state; what is wrong with it
   */
  constructor(state, action, { bounds: { logSpace, known } = UNBOUNDED, keepsReplay, load }) {
    this.state = state;
    this.#action = action;
    this.#logSpace = logSpace;
    this.#keepsReplay = keepsReplay;
    this.#load = load;
    /** What is drawn securely. */
    this.draws = new Draws(known);
  }

  /** Called by the engine: whether the match can go on from this state. `ADMITTED`, or the error that shows why not. */
  admit(next, isEnd) {
    const { type } = this.#action;
    next._history = historyAfter(this.state, next, { type, isEnd });
    const isStep = type === 'UNDO' || type === 'REDO';
    // After an undo the engine does not know the step below.
    const error = (isStep ? this.#load(next) : undefined) ?? this.#obstacle(next);
    if (error) return error;
    this.done = next;
    return isStep ? ADMITTED_LOADED : ADMITTED_YES;
  }

  /** What cannot be serialised is the game's mistake, as what it throws is. */
  #obstacle(next) {
    const obstacle = obstacleToSending(next);
    if (obstacle) {
      this.thrown = { error: obstacle };
      return THREW;
    }
    const deltalog = this.#kept(next);
    const logged = sizeOfLog(deltalog);
    if (logged > 0 && logged > this.#logSpace) return LOG_FULL;
    this.deltalog = deltalog;
    this.logged = logged;
    return undefined;
  }

  #kept({ deltalog }) {
    if (!this.#keepsReplay) return deltalog;
    const { numbers } = this.draws;
    return replayable(this.state, { deltalog, action: this.#action, drawn: numbers.length > 0 ? numbers : undefined });
  }

  /** A refusal as it is remembered: the engine has shortened its message, and the game's payload is checked here. */
  remembered({ type, message, payload }) {
    const error = { type, message };
    if (payload === undefined) return error;
    try {
      return { ...error, payload: copyOf(payload, PAYLOAD) };
    } catch {
      return error;
    }
  }

  /** The game has thrown something, or the match cannot go on from the state that it has made. */
  fail(error) {
    this.thrown = { error };
    this.done = undefined;
    this.deltalog = undefined;
    this.logged = 0;
    this.ledger = undefined;
  }

  keepLedger(numbers, host) {
    this.ledger = ledgerOfNumbers(numbers, host);
  }

  refuse(error) {
    this.error = error;
  }

  /** Refuses these actions of an author who is no player of the match. */
  turnAway(first, last) {
    const error = /** @type {object} */ (this.error);
    this.refused = Array.from({ length: last - first + 1 }, (_, i) => [first + i, error]);
  }
}
