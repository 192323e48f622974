/**
 * How a master changes what is stored, as generators for `drive`: by comparing with what it has read where the storage
 * can do that, so that no master overwrites what another has stored meanwhile. Storages that cannot are
 * written to as boardgame.io does: there only one process may write.
 */

import type { Server, StorageAPI } from '../../../types/master.js';
import type { LogEntry } from '../../../types/game.js';
import type { Steps } from '../steps.js';
import type { StoredEntry } from '../replay-entries.js';

/** A storage of either kind. */
export type Storage = StorageAPI.Sync | StorageAPI.Async;

/** The numbers that distinguish a stored state from others of its match. */
export interface StoredNumbers {
  _stateID: number;
  _revision?: number;
}

/** A state that takes the place of another, with the entries that it adds to the log. */
interface StateChange {
  last: StoredNumbers;
  next: StorageAPI.StoredState;
  deltalog?: StoredEntry[];
}

/** Maximum number of retries after another master has stored a change. */
export const ATTEMPTS = 30;

/** A match's revisions have the same quotient by this, which distinguishes it from another match that has had its ID before. */
const REVISIONS = 2 ** 22;
/** The highest first revision: later ones are still safe integers. */
const LATEST_BEGINNING = 1e15;

/** Counts how often a match's state has been stored. boardgame.io's states have no such number. */
export function revisionOf({ _revision = 0 }: Pick<StoredNumbers, '_revision'>): number {
  return _revision;
}

/** The revision of a new match's first state. */
export function firstRevision(): number {
  return Math.floor(Math.random() * LATEST_BEGINNING);
}

/**
 * Returns `true` if two states are of one match, and not of two matches that had the same ID one after the other. `false` may be wrong
 * when the revisions of a match pass a multiple: then its clients receive it once more.
 */
export function isSameMatch(state: StoredNumbers, other: StoredNumbers): boolean {
  return Math.floor(revisionOf(state) / REVISIONS) === Math.floor(revisionOf(other) / REVISIONS);
}

/**
 * Replaces a state that was read before: false if that is no longer what is stored. The
 * `_stateID` alone does not show it, because a refusal is stored under the same.
 */
export function* replaceState(storageAPI: Storage, matchID: string, { last, next, deltalog = [] }: StateChange): Steps<boolean> {
  // The type that storages know has no entries for replay.
  if (typeof storageAPI.compareAndSetState === 'function') {
    return yield storageAPI.compareAndSetState(matchID, last._stateID, next, deltalog as LogEntry[], revisionOf(last));
  }
  yield storageAPI.setState(matchID, next, deltalog as LogEntry[]);
  return true;
}

/** Creates a match. False if there is one of this ID by now. */
export function* createIfAbsent(storageAPI: Storage, matchID: string, match: StorageAPI.CreateMatchOpts): Steps<boolean> {
  if (typeof storageAPI.createMatchIfAbsent === 'function') return yield storageAPI.createMatchIfAbsent(matchID, match);
  yield storageAPI.createMatch(matchID, match);
  return true;
}

/** Replaces metadata that were read before: false if those are no longer what is stored. */
export function* replaceMetadata(
  storageAPI: Storage, matchID: string, { last, next }: { last: Server.MatchData, next: Server.MatchData },
): Steps<boolean> {
  if (typeof storageAPI.compareAndSetMetadata === 'function') {
    return yield storageAPI.compareAndSetMetadata(matchID, last, next);
  }
  yield storageAPI.setMetadata(matchID, next);
  return true;
}

export function tooOften(): Error {
  return new Error('somebody else has stored something at each attempt');
}
