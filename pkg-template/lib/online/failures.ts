import { SET_ASIDE, isSetAside } from '../engine/set-aside.js';
import { AGAIN } from './match-queue.js';
import { Refusal, SEAT_CHANGED } from './own-match.js';
import { isOfOtherVersion, isUnreadable } from './storage/stored-match.js';
import { hasCode } from '../util/error.js';
import { printError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/foreign-text.js';
import { ifRejected } from '../util/promise.js';
import type { Refused } from '../../types/master.js';
import type { Master } from './master.js';

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
