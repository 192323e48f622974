import { isDeleted } from '../online/deleted.js';
import { inTurn } from '../online/in-turn.js';
import { drive } from '../online/match-queue.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { readMatch } from '../online/storage/stored-match.js';
import { ATTEMPTS, replaceMetadata, tooOften } from '../online/storage/storing.js';

const METADATA = { metadata: true };
const STATE = { state: true };

/**
 * How an operator changes what is stored of matches, in turn with the masters of this process, and comparing with what those of others have
 * stored.
 *
 * @param {any} db
 */
export function makeAdminStorage(db) {
  return { takingTurn, replaceMetadataOf, metadataOf: (matchID) => drive(metadataOf(matchID)), stateOf };

  function takingTurn(matchID, steps) {
    return inTurn(sharedBy(db).queue, matchID, steps);
  }

  /** Stores what `change` returns for metadata, as steps in turn; false if it returns nothing, or there are no metadata. */
  function* replaceMetadataOf(matchID, change) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const last = yield* metadataOf(matchID);
      const next = last ? change(last) : null;
      if (!next) return false;
      if (yield* replaceMetadata(db, matchID, { last, next })) return true;
    }
    throw tooOften();
  }

  /** The stored state as it is, which may be anything. */
  function* stateOf(matchID) {
    return (yield db.fetch(matchID, STATE))?.state;
  }

  /** Undefined if there are none, or the match has been deleted. */
  function* metadataOf(matchID) {
    const { metadata } = readMatch(yield db.fetch(matchID, METADATA), METADATA);
    return isDeleted(metadata) ? undefined : metadata;
  }
}
