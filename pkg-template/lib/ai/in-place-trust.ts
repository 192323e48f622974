import { isEqual, noteObjects } from '../util/copy.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** So many of a callback's first calls are run both ways, and then one of so many. */
const FIRST = 8;
const EVERY = 512;
/** So often a move must have left `G` alone with INVALID_MOVE until it is trusted. */
const CLEAN = 32;

/** By game, what is known of its callbacks: it holds for all searches. */
const known = new WeakMap<object, GameTrust>();

export function trustIn(game: object): GameTrust {
  let trust = known.get(game);
  if (!trust) known.set(game, trust = new GameTrust());
  return trust;
}

/** Whether the callbacks of a game do to a `G` that is changed in place what they do to a draft. */
class GameTrust {
  /** Why they do not: the game gets drafts for good. */
  reason: string | null = null;
  #callbacks = new Map<ForeignFunction, Trust>();

  of(callback: ForeignFunction): Trust {
    let trust = this.#callbacks.get(callback);
    if (!trust) this.#callbacks.set(callback, trust = new Trust());
    return trust;
  }
}

/** What is known of one callback. */
class Trust {
  /** Whether it has changed `G` before it returned INVALID_MOVE: this one gets drafts. */
  leavesTraces = false;
  #calls = 0;
  #cleanRefusals = 0;
  #isWary = false;

  /** Whether the call that comes is to be run both ways. */
  isDue() {
    const calls = (this.#calls += 1);
    return calls <= FIRST || calls % EVERY === 0 || this.#isWary;
  }

  /** Whether it is known to leave `G` alone with INVALID_MOVE. If not, its calls are run both ways until it is. */
  refusesCleanly() {
    this.#isWary ||= this.#cleanRefusals < CLEAN;
    return !this.#isWary;
  }

  /** It has returned INVALID_MOVE when it was run both ways. */
  noteRefusal(isClean: boolean) {
    if (!isClean) this.leavesTraces = true;
    else if ((this.#cleanRefusals += 1) >= CLEAN) this.#isWary = false;
  }
}

/** The outcome of a call. */
export interface Run {
  outcome: 'done' | 'invalid' | 'threw';
  /** `G` after the call. */
  G: Foreign;
  /** The events and numbers that the call has asked for. */
  used: unknown[];
  error?: unknown;
}

/**
 * How a run in place differs from that with a draft; undefined if it does not. The second run in place shows what comes from
 * outside of `G`: an object in both must not be changed.
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

export type { GameTrust, Trust };
