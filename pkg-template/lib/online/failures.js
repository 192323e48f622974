import { AGAIN } from './match-queue.js';
import { Refusal, SEAT_CHANGED } from './own-match.js';
import { isOfOtherVersion, isUnreadable } from './storage/stored-match.js';

/** What a master answers where the storage has thrown: it may have done what it was asked, and may do it later. */
export const STORAGE_FAILED = 'storage failed';

/** What a master answers where something was thrown. */
export function failed(error) {
  if (error === SEAT_CHANGED) return AGAIN;
  return isOfOtherVersion(error) ? { error: error.message, payload: error.payload } : { error: textOfFailure(error) };
}

/** Where a stored match makes no sense is no secret, as what stands there would be. */
export function textOfFailure(error) {
  return Refusal.is(error) || isUnreadable(error) ? error.message : STORAGE_FAILED;
}
