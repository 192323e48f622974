import { SET_ASIDE, isSetAside } from '../engine/set-aside.js';
import { AGAIN, Refusal, SEAT_CHANGED } from './refusal.js';
import { isOfOtherVersion, isUnreadable } from './storage/stored-match.js';
import { hasCode } from '../util/error.js';
import { noop } from '../util/noop.js';
import { printError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/foreign-text.js';
import { ifRejected, isPromise } from '../util/promise.js';
import type { Refused } from '../../types/master.js';
import type { Master } from './master.js';
import type { SharedByStorage } from './shared-by-storage.js';

// Errors that a storage, a game or a host throws: the master's answer to the client, and its report to the host.

/** The master's error if the storage has thrown. The storage may have done its work, or may do it later. */
export const STORAGE_FAILED = 'storage failed';
/** Type of that refusal if another process locks the storage, which has stored nothing. */
export const STORAGE_BUSY = 'storage/busy';

/** Returns the master's result for a thrown error. */
export function failed(error: unknown): Refused {
  if (error === SEAT_CHANGED) return AGAIN;
  if (isSetAside(error)) return { error: (error as Error).message, type: SET_ASIDE };
  if (hasCode(error, [STORAGE_BUSY])) return { error: STORAGE_FAILED, type: STORAGE_BUSY };
  return isOfOtherVersion(error) ? { error: error.message, payload: error.payload } : { error: textOfFailure(error) };
}

/** Returns the text for the client. A path in a stored match is no secret; the value there may be one. */
export function textOfFailure(error: unknown): string {
  return Refusal.is(error) || isUnreadable(error) ? error.message : STORAGE_FAILED;
}

/** Part of a master that reports errors. */
interface Reporter extends Pick<Master, 'onError'> {
  /** Prints an error that `onError` has thrown. */
  printError(thrown: unknown): void;
}

/** Reports the failures at the matches of one master, and goes on. */
export class MatchFailures {
  #master: Reporter;
  #shared: Pick<SharedByStorage, 'isNews'>;

  constructor(master: Reporter, shared: Pick<SharedByStorage, 'isNews'>) {
    this.#master = master;
    this.#shared = shared;
  }

  /** Reports an error. Never throws. A fault of a stored match occurs at each message, and is reported once. */
  report(error: unknown, matchID: string) {
    if (Refusal.is(error)) return;
    if (isUnreadable(error) && !this.#shared.isNews(matchID, error.message)) return;
    reportTo(this.#master, error, { matchID });
  }

  /** Returns what a call returns, or a promise of it. If the call throws, reports the error and returns the result of `otherwise`. */
  catching<Returned>(matchID: string, call: () => Returned): Returned | undefined;
  catching<Returned, Otherwise>(matchID: string, call: () => Returned, otherwise: (error: unknown) => Otherwise): Returned | Otherwise;
  catching(matchID: string, call: () => unknown, otherwise: (error: unknown) => unknown = noop): unknown {
    try {
      const result = call();
      return isPromise(result) ? Promise.resolve(result).catch((error) => this.#caught(error, matchID, otherwise)) : result;
    } catch (error) {
      return this.#caught(error, matchID, otherwise);
    }
  }

  #caught<Otherwise>(error: unknown, matchID: string, otherwise: (error: unknown) => Otherwise): Otherwise {
    this.report(error, matchID);
    return otherwise(error);
  }
}

/** Reports an error to a master's `onError`. Never throws. */
export function reportTo(master: Reporter, error: unknown, where: { matchID: string, playerID?: unknown }) {
  const printAnother = (another: unknown) => master.printError(another);
  try {
    ifRejected(master.onError(error, where), printAnother);
  } catch (another) {
    printAnother(another);
  }
}

/** Default of a master's `onError`. */
export function printErrorOfMatch(error: unknown, { matchID }: { matchID: string }) {
  if (isDevelopment()) printError(`rondel: match ${printable(matchID)}:`, error);
}
