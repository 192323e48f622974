/**
 * How a master changes what is stored, as generators for `drive`: by comparing with what it has read where the storage
 * can do that, so that of several masters none overwrites what another has stored meanwhile. Storages that cannot are
 * written to as boardgame.io does; there the order of one process has to do.
 */

/** How often to begin again when somebody else has stored something meanwhile. */
export const ATTEMPTS = 30;

/** A match's revisions share what is above this, which is its own: so they tell it from another that has had its ID before. */
const REVISIONS = 2 ** 22;
/** Where revisions begin, at most: they stay whole numbers that JavaScript can count. */
const LATEST_BEGINNING = 1e15;

/** Counts how often a match's state has been stored. boardgame.io's states have no such number. */
export function revisionOf({ _revision = 0 }) {
  return _revision;
}

/** The revision of a new match's first state. */
export function firstRevision() {
  return Math.floor(Math.random() * LATEST_BEGINNING);
}

/**
 * Whether two states are of one match, and not of two that had the same ID one after the other. A no may
 * be wrong, where the revisions of one pass a multiple: its clients get it once more then.
 */
export function isSameMatch(state, other) {
  return Math.floor(revisionOf(state) / REVISIONS) === Math.floor(revisionOf(other) / REVISIONS);
}

/**
 * Puts one state in the place of another, which was read before: false if that is no longer what is stored. The
 * `_stateID` alone does not tell, because a refusal is stored under the same.
 */
export function* replaceState(storageAPI, matchID, { last, next, deltalog = /** @type {any[]} */ ([]) }) {
  if (typeof storageAPI.compareAndSetState === 'function') {
    return yield storageAPI.compareAndSetState(matchID, last._stateID, next, deltalog, revisionOf(last));
  }
  yield storageAPI.setState(matchID, next, deltalog);
  return true;
}

/** False if there is such a match by now. */
export function* createIfAbsent(storageAPI, matchID, match) {
  if (typeof storageAPI.createMatchIfAbsent === 'function') return yield storageAPI.createMatchIfAbsent(matchID, match);
  yield storageAPI.createMatch(matchID, match);
  return true;
}

/** Puts metadata in the place of others, which were read before: false if those are no longer what is stored. */
export function* replaceMetadata(storageAPI, matchID, { last, next }) {
  if (typeof storageAPI.compareAndSetMetadata === 'function') {
    return yield storageAPI.compareAndSetMetadata(matchID, last, next);
  }
  yield storageAPI.setMetadata(matchID, next);
  return true;
}

export function tooOften() {
  return new Error('somebody else has stored something at each attempt');
}
