import { ATTEMPTS, drive, inTurn, isDeleted, readMatch, replaceMetadata, sharedBy, tooOften } from './rondel.js';
import type { Foreign, Steps, Storage, StoredMetadata } from 'rondel/private';

export type AdminStorage = ReturnType<typeof makeAdminStorage>;

/** Returns metadata that take the place of others; null if nothing changes. */
type Change = (metadata: StoredMetadata) => StoredMetadata | null;

const METADATA = { metadata: true };
const STATE = { state: true };

/**
 * How an operator changes what is stored of matches, in turn with the masters of this process, and comparing with what those of others have
 * stored.
 */
export function makeAdminStorage(db: Storage) {
  return { takingTurn, replaceMetadataOf, metadataOf: (matchID: string) => drive(metadataOf(matchID)), stateOf };

  function takingTurn<Result>(matchID: string, steps: () => Steps<Result>): Promise<Result> {
    return inTurn(sharedBy(db).queue, matchID, steps);
  }

  /** Stores what `change` returns for metadata, as steps in turn; false if it returns nothing, or there are no metadata. */
  function* replaceMetadataOf(matchID: string, change: Change): Steps<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const last = yield* metadataOf(matchID);
      const next = last ? change(last) : null;
      if (!next) return false;
      if (yield* replaceMetadata(db, matchID, { last, next } as { last: StoredMetadata, next: StoredMetadata })) return true;
    }
    throw tooOften();
  }

  /** The stored state as it is, which may be anything. */
  function* stateOf(matchID: string): Steps<Foreign> {
    return (yield db.fetch(matchID, STATE))?.state;
  }

  /** Undefined if there are none, or the match has been deleted. */
  function* metadataOf(matchID: string): Steps<StoredMetadata | undefined> {
    const { metadata } = readMatch(yield db.fetch(matchID, METADATA), METADATA);
    return isDeleted(metadata) ? undefined : metadata;
  }
}
