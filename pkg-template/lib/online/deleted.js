import { matchOfNobody, reservedName } from './storage/reserved.js';

/** The game's name in the metadata of a deleted match. */
const DELETED = reservedName('deleted');

/**
 * What is stored in the place of a match that has been deleted for good, so that no other begins under its ID: a match of no game. Nothing
 * of the match is in it.
 */
export function tombstone() {
  return matchOfNobody(DELETED);
}

/** Whether metadata are those of a match that has been deleted for good. */
export function isDeleted(metadata) {
  return metadata?.gameName === DELETED;
}
