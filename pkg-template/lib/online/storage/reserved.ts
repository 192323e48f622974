import { firstRevision } from './storing.js';
import type { StorageAPI } from '../../../types/master.js';
import type { StoredState } from '../stored-states.js';
import type { UncheckedMetadata } from './stored-match.js';

// Reserved names, under which servers store data of operators next to the matches of players: bans, deleted matches.

/**
 * Prefix of reserved names of matches and games. Third-party storages lack optional methods, and so the data are stored as matches. No
 * game's name begins with a `/`, in any version of the server. No client may ask for a match with a reserved name.
 */
const PREFIX = '//rondel/';

/** Returns a reserved name. */
export function reservedName(what: string): string {
  return `${PREFIX}${what}`;
}

export function isReserved(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith(PREFIX);
}

/**
 * Returns a match of no game, which storages store like any other match. Its content is in a field that third-party storages have, too.
 *
 * @param gameName a reserved name
 * @param kept the content, a JSON value
 */
export function matchOfNobody(gameName: string, kept?: unknown): StorageAPI.CreateMatchOpts {
  const now = Date.now();
  return {
    metadata: { gameName, unlisted: true, players: {}, createdAt: now, updatedAt: now, ...kept !== undefined && { setupData: kept } },
    // Part of a state: no master continues it.
    initialState: { _stateID: 0, _revision: firstRevision(), G: {}, ctx: { numPlayers: 0 } } as StoredState,
  };
}

/** Name of the game in the metadata of a deleted match. */
const DELETED = /* @__PURE__ */ reservedName('deleted');

/**
 * Returns the match of no game that replaces a deleted match, so that no other match begins under its ID. It contains nothing of the
 * deleted match.
 */
export function tombstone() {
  return matchOfNobody(DELETED);
}

/** Returns `true` for the metadata of a deleted match. */
export function isDeleted(metadata: UncheckedMetadata): boolean {
  return metadata?.gameName === DELETED;
}
