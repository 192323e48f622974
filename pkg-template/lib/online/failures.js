import { SET_ASIDE, isSetAside } from '../engine/set-aside.js';
import { AGAIN } from './match-queue.js';
import { Refusal, SEAT_CHANGED } from './own-match.js';
import { isOfOtherVersion, isUnreadable } from './storage/stored-match.js';

/** The master's error where the storage has thrown: the storage may have done what it was asked, or may do it later. */
export const STORAGE_FAILED = 'storage failed';

/** The master's result where something was thrown. */
export function failed(error) {
  if (error === SEAT_CHANGED) return AGAIN;
  if (isSetAside(error)) return { error: error.message, type: SET_ASIDE };
  return isOfOtherVersion(error) ? { error: error.message, payload: error.payload } : { error: textOfFailure(error) };
}

/** The path to what is wrong in a stored match is no secret; the value there may be one. */
export function textOfFailure(error) {
  return Refusal.is(error) || isUnreadable(error) ? error.message : STORAGE_FAILED;
}
