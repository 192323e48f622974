import type { StorageAPI } from '../../types/master.js';
import type { LogEntry, State } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { Steps } from './steps.js';
import type { StoredState } from './stored-states.js';

const STATE = { state: true };

/** A match in memory. */
export interface Match {
  initialState?: State;
  state?: StoredState;
  metadata?: StoredMetadata;
  log?: LogEntry[];
}

/** The fields that were written. */
export interface Write extends Match {
  /** Entries that were added to the log. */
  added?: LogEntry[];
}

/** Methods of a browser's storage that store a match. */
type Used = 'fetch' | 'setMetadata' | 'createMatchIfAbsent' | 'compareAndSetState';
type Storage = Pick<Required<StorageAPI.Sync>, Used> | Pick<Required<StorageAPI.Async>, Used>;

/** Writes of one match that a failed storage has missed. The match continues in memory. */
export class MissedWrites {
  /** Number of writes that it has missed. */
  count = 0;
  /** `false` while it is being stored, and once it cannot be: the storage has another match, or has gone on with this one. */
  isToBeStored = true;
  /** The state that the storage has, as far as is known. */
  #stored: StoredState | undefined;
  /** The entries that its log lacks. */
  #added: LogEntry[] = [];

  /** @param stored undefined if the storage has no such match */
  constructor(stored: StoredState | undefined) {
    this.#stored = stored;
  }

  /** Notes what was written. */
  note({ added = [], ...fields }: Write) {
    this.count += 1;
    this.#added.push(...added);
    // A match that is gone is not stored, and neither is one that begins in its place.
    if ('log' in fields && fields.log === undefined) this.isToBeStored = false;
  }

  /** Stores a match as it is now, step by step, of which each has an effect once. Returns `true` if the storage has all of it then. */
  *store(storage: Storage, matchID: string, match: Match): Steps<boolean> {
    const { count } = this;
    this.isToBeStored = false;
    let isRefused = false;
    try {
      const { state: stored } = yield storage.fetch(matchID, STATE);
      const isThere = count === 0 && stored !== undefined;
      if (!isThere && match.state !== undefined) isRefused = !(yield* this.#storeState(storage, matchID, { ...match, stored }));
      if (!isThere && !isRefused && match.metadata !== undefined) yield storage.setMetadata(matchID, match.metadata);
    } finally {
      if (!isRefused) this.isToBeStored = true;
    }
    return !isRefused && count === this.count;
  }

  /** Returns `false` if the storage has another state than the one that it had. */
  *#storeState(storage: Storage, matchID: string, { stored, initialState, state, metadata, log = [] }: Match & { stored?: StoredState }): Steps<boolean> {
    // There was nothing, or the user has cleared it.
    if (stored === undefined) {
      if (initialState === undefined || !(yield storage.createMatchIfAbsent(matchID, { initialState, metadata } as StorageAPI.CreateMatchOpts))) return false;
      this.#stored = initialState;
      this.#added = [...log];
    }
    if (this.#stored === undefined) return false;
    const { _stateID, _revision = 0 }: StoredState = this.#stored;
    const added = [...this.#added];
    if (!(yield storage.compareAndSetState(matchID, _stateID, state as StoredState, added, _revision))) return false;
    this.#stored = state;
    this.#added.splice(0, added.length);
    return true;
  }
}
