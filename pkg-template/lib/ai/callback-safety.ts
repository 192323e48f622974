import { isEqual, noteObjects } from '../util/copy.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** The first calls of a callback, and one of every so many later calls, run both in place and with a draft. */
const FIRST_CALLS = 8;
const CHECK_INTERVAL = 512;
/** Number of clean refusals (INVALID_MOVE without a change of `G`) after which a move is trusted to refuse cleanly. */
const MIN_CLEAN_REFUSALS = 32;

/** Findings about callbacks, by game. All searches share them. */
const safetyByGame = new WeakMap<object, GameSafety>();

export function safetyOf(game: object): GameSafety {
  let safety = safetyByGame.get(game);
  if (!safety) safetyByGame.set(game, safety = new GameSafety());
  return safety;
}

/** Records whether the callbacks of a game have the same effect in place as with a draft. */
class GameSafety {
  /** Reason why they do not. The game then always gets drafts. */
  reason: string | null = null;
  #callbacks = new Map<ForeignFunction, CallbackSafety>();

  of(callback: ForeignFunction): CallbackSafety {
    let safety = this.#callbacks.get(callback);
    if (!safety) this.#callbacks.set(callback, safety = new CallbackSafety());
    return safety;
  }
}

/** Findings about one callback. */
class CallbackSafety {
  /** `true` if it changed `G` before it returned INVALID_MOVE. It then always gets drafts. */
  leavesTraces = false;
  #calls = 0;
  #cleanRefusals = 0;
  #mustCheckRefusals = false;

  /** Returns `true` if the next call has to run both ways. */
  mustRunBothWays() {
    const calls = (this.#calls += 1);
    return calls <= FIRST_CALLS || calls % CHECK_INTERVAL === 0 || this.#mustCheckRefusals;
  }

  /**
   * Returns `true` if the move is known to leave `G` unchanged when it returns INVALID_MOVE. If not, its calls run both ways until it is.
   */
  refusesCleanly() {
    this.#mustCheckRefusals ||= this.#cleanRefusals < MIN_CLEAN_REFUSALS;
    return !this.#mustCheckRefusals;
  }

  /** Records that the callback returned INVALID_MOVE in a call that ran both ways. */
  noteRefusal(isClean: boolean) {
    if (!isClean) this.leavesTraces = true;
    else if ((this.#cleanRefusals += 1) >= MIN_CLEAN_REFUSALS) this.#mustCheckRefusals = false;
  }
}

export interface Run {
  outcome: 'done' | 'invalid' | 'threw';
  /** `G` after the call. */
  G: Foreign;
  /** Events and random numbers of the call. */
  used: unknown[];
  error?: unknown;
}

/**
 * Returns how the run in place differs from the run with a draft; `undefined` if it does not. Two runs in place show objects from outside
 * of `G`: they appear in both results.
 */
export function differenceOf(drafted: Run, [one, other]: [Run, Run]): string | undefined {
  if (one.outcome !== drafted.outcome) return `it ${OUTCOMES[one.outcome]} where with a draft it ${OUTCOMES[drafted.outcome]}`;
  if (drafted.outcome !== 'done') return undefined;
  if (!isEqual(one.G, drafted.G)) return 'it makes another G';
  if (!isEqual(one.used, drafted.used)) return 'it calls other events, or draws other numbers';
  const noted = new Set<object>();
  if (noteObjects(one.G, noted)) return 'it puts one object at two places in G';
  if (noteObjects(other.G, noted)) return 'it puts an object into G that belongs to the game';
  return undefined;
}

const OUTCOMES = { done: 'goes through', invalid: 'returns INVALID_MOVE', threw: 'throws' };

export type { GameSafety, CallbackSafety };
