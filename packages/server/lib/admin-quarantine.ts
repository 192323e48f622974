import { isDeleted, isUnreadable } from './rondel.js';
import { checkName, isBehind, mistake, placeIn, placeText, readPage } from './admin-arguments.js';
import type { Steps, Storage, UncheckedMetadata } from 'rondel/private';
import type { Admin, PageOptions } from '../types/admin.js';
import type { AdminStorage } from './admin-storage.js';
import type { ServerHub } from './hub.js';

interface QuarantineOptions {
  db: Storage;
  hubs: ReadonlyMap<string, Pick<ServerHub, 'gone'>>;
  storage: AdminStorage;
}

const METADATA = { metadata: true };
/** The members of a storage that quarantine uses. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'] as const;

/** The matches that an operator has put out of the way. */
export function makeQuarantine(
  { db, hubs, storage: { takingTurn } }: QuarantineOptions,
): Pick<Admin, 'quarantineMatch' | 'listQuarantined' | 'restoreMatch'> {
  return { quarantineMatch, listQuarantined, restoreMatch };

  async function quarantineMatch(matchID: string) {
    checkName(matchID);
    checkStorage();
    const id = await takingTurn(matchID, function* steps(): Steps<string | undefined> {
      // The ID of a deleted match stays refused.
      return isDeleted(yield* metadataIn(matchID)) ? undefined : yield (db as Required<Storage>).quarantine(matchID);
    });
    if (id !== undefined) for (const hub of hubs.values()) hub.gone(matchID);
    return id ?? null;
  }

  async function listQuarantined(options: PageOptions = {}) {
    checkStorage();
    const { limit, after } = readPage('listQuarantined', options, placeIn);
    const all = [...await (db as Required<Storage>).listQuarantined()].map((entry) => ({ entry, time: entry.quarantinedAt ?? 0, key: String(entry.id) }));
    const rest = all.sort((one, other) => (isBehind(one, other) ? 1 : -1)).filter((one) => !after || isBehind(one, after));
    const page = rest.slice(0, limit);
    return { quarantined: page.map(({ entry }) => entry), ...rest.length > limit && { next: placeText(page[limit - 1]) } };
  }

  async function restoreMatch(id: string) {
    checkStorage();
    if (typeof id !== 'string' || id === '') throw mistake('restoreMatch: expected the ID that a match in quarantine is put back by');
    try {
      return await (db as Required<Storage>).restoreQuarantined(id);
    } catch (error) {
      // The operator can mend a match that does not say its ID.
      throw isUnreadable(error) ? mistake(error.message) : error;
    }
  }

  /** Matches that cannot be read are those for quarantine. */
  function* metadataIn(matchID: string): Steps<UncheckedMetadata> {
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
