import { firstRevision } from './storage/storing.js';

/** Whose a deleted match is: no game's name begins with a `/`, and so it is nobody's, whichever version of the server reads it. */
const NOBODYS = '//rondel/deleted';

/**
 * What is stored in the place of a match that has been deleted for good: an ordinary match to every storage, so that no other begins
 * under its ID, and of no game to whoever asks for it. Nothing of the match is in it.
 */
export function tombstone() {
  const now = Date.now();
  return {
    metadata: { gameName: NOBODYS, unlisted: true, players: {}, createdAt: now, updatedAt: now },
    initialState: { _stateID: 0, _revision: firstRevision(), G: {}, ctx: { numPlayers: 0 } },
  };
}

/** Whether metadata say that the match has been deleted for good. */
export function isDeleted(metadata) {
  return metadata?.gameName === NOBODYS;
}
