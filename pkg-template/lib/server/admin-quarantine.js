import { isDeleted } from '../online/deleted.js';
import { isUnreadable } from '../online/storage/stored-match.js';
import { checkName, isBehind, mistake, placeIn, placeText, readPage } from './admin-arguments.js';

const METADATA = { metadata: true };
/** What it takes of a storage. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'];

/**
 * The matches that an operator has put out of the way.
 *
 * @param {{ db: any, hubs: Map<string, any>, storage: ReturnType<typeof import('./admin-storage.js').makeAdminStorage> }} server
 */
export function makeQuarantine({ db, hubs, storage: { takingTurn } }) {
  return { quarantineMatch, listQuarantined, restoreMatch };

  async function quarantineMatch(matchID) {
    checkName(matchID);
    checkStorage();
    const id = await takingTurn(matchID, function* steps() {
      // The ID of a deleted match stays refused.
      return isDeleted(yield* metadataIn(matchID)) ? undefined : yield db.quarantine(matchID);
    });
    if (id !== undefined) for (const hub of hubs.values()) hub.gone(matchID);
    return id ?? null;
  }

  async function listQuarantined(options = {}) {
    checkStorage();
    const { limit, after } = readPage('listQuarantined', options, placeIn);
    const all = [...await db.listQuarantined()].map((entry) => ({ entry, time: entry.quarantinedAt ?? 0, key: String(entry.id) }));
    const rest = all.sort((one, other) => (isBehind(one, other) ? 1 : -1)).filter((one) => !after || isBehind(one, after));
    const page = rest.slice(0, limit);
    return { quarantined: page.map(({ entry }) => entry), ...rest.length > limit && { next: placeText(page[limit - 1]) } };
  }

  async function restoreMatch(id) {
    checkStorage();
    if (typeof id !== 'string' || id === '') throw mistake('restoreMatch: expected the ID that a match in quarantine is put back by');
    return await db.restoreQuarantined(id);
  }

  /** What cannot be read is what is put out of the way. */
  function* metadataIn(matchID) {
    try {
      return Object(yield db.fetch(matchID, METADATA)).metadata;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return undefined;
    }
  }

  function checkStorage() {
    if (METHODS.some((method) => typeof db[method] !== 'function')) throw mistake('the storage of this server has no quarantine');
  }
}
