import { hasCode, rondelError } from '../util/error.js';
import { recent } from '../util/recent.js';
import { openTab, presentPayer } from './payer.js';

/** How many things are remembered that have failed the engine. */
const MOST = 10_000;
/** Milliseconds for which what has failed it is not tried again. */
const TIME = 60_000;
/** The code of the error in place of what is not tried. */
export const SET_ASIDE = 'match/set_aside';

/**
 * What cannot be read or shown of matches because the game's code fails the engine with it: nothing is changed by trying again, which
 * would cost all other matches of the game, whoever asks.
 */
export class SetAside {
  /** By name, until when. */
  #until = recent(MOST);
  #isEmpty = true;

  /**
   * Does what may fail the engine for this thing, and has no effect if it does. Throws an error with the code `SET_ASIDE` if it has failed the engine, now or
   * not long ago; the first one has a `cause`.
   *
   * @template T
   * @param {string} name of the thing
   * @param {() => T} work
   * @returns {T}
   */
  attempt(name, work) {
    if (!this.#isEmpty && this.#until.get(name) > performance.now()) throw setAside();
    try {
      return onceMoreIfFull(work);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      this.#until.keep(name, performance.now() + TIME);
      this.#isEmpty = false;
      throw Object.assign(setAside(), { cause: error.cause });
    }
  }
}

/**
 * Does work again if the engine's memory was full: of other matches, perhaps. The new instance has none of them. Nobody pays for what succeeds
 * there.
 */
function onceMoreIfFull(work) {
  const tab = openTab();
  let isOthers = false;
  try {
    try {
      return tab.run(work);
    } catch (error) {
      if (!lackedMemory(error)) throw error;
    }
    const result = tab.run(work);
    isOthers = true;
    return result;
  } finally {
    if (!isOthers) tab.pay();
  }
}

/**
 * As `attempt`, unless the sender of the present message has already made the engine fail by it, and owes too much: one action may be shown to a hundred
 * viewers.
 *
 * @template T
 * @param {SetAside} things
 * @param {string} name
 * @param {() => T} work
 * @returns {T}
 */
export function attemptToShow(things, name, work) {
  if (presentPayer()?.isBroke()) throw setAside();
  return things.attempt(name, work);
}

/** Whether an error stands in place of what is not tried. */
export function isSetAside(error) {
  return hasCode(error, [SET_ASIDE]);
}

/** Whether an error means that an engine's instance has failed, and another takes its place. */
export function isEngineFailure(error) {
  return hasCode(error, ['engine/retired']);
}

/** Whether an error means that an engine's instance has failed and may have lacked memory: Rust aborts then. A full stack fails otherwise. */
export function lackedMemory(error) {
  try {
    return isEngineFailure(error) && error.cause instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.cause.message);
  } catch {
    // A game's own error, made to look like one of these.
    return false;
  }
}

function setAside() {
  return rondelError(SET_ASIDE, "the game's code has failed the engine with this match: it is set aside for a minute");
}
