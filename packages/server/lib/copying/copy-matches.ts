import { messageOf } from '../rondel.js';
import type { StorageAPI } from 'rondel/master';

/** All that is kept of a match, as the texts that are stored: null for one that is not there. */
export interface Kept {
  matchID: string;
  /** Null for a match that is not in quarantine. */
  quarantinedAt: number | null;
  state: string | null;
  initialState: string | null;
  metadata: string | null;
  log: string[];
}

/** Methods of an open storage that copying uses. */
interface CopiedStorage {
  fetchStorageID(): string | Promise<string>;
  fetchLeases(): string[] | Promise<string[]>;
  listQuarantined(): StorageAPI.Quarantined[] | Promise<StorageAPI.Quarantined[]>;
  restoreQuarantined(id: string): boolean | Promise<boolean>;
}

/** A storage as it is copied. */
export interface Copied {
  /** For the operator. */
  name: string;
  storage: CopiedStorage;
  /** Resolves with the IDs of all matches that are not in quarantine. */
  matchIDs: () => Promise<string[]>;
  /** Throws if the match cannot be copied. */
  read: (matchID: string) => Promise<Kept | null>;
  /** Reads a match in quarantine, by its ID of `storage.listQuarantined()`. */
  readQuarantined: (id: string) => Promise<Kept>;
  /** Stores a whole match in quarantine, and resolves with the ID that restores it. */
  quarantine: (kept: Kept) => Promise<string>;
  /** Resolves with the stored items that belong to no match with a name. */
  strays: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Counts of copied items. */
export interface CopyResult {
  matches: number;
  /** Number of log entries of these matches. */
  entries: number;
  quarantined: number;
  /** Matches that were there already. */
  known: number;
  /** The reason for each that could not be copied. */
  left: string[];
}

interface CopyOptions {
  from: Copied;
  to: Copied;
  /** `true` to continue an earlier copy. */
  isResumed: boolean;
  onProgress: (text: string) => void;
}

/** Value of `quarantinedAt` during a copy. The match is copied into quarantine and then restored in one step, so that it appears as a whole. */
const ON_ITS_WAY = -1;

/**
 * Copies all matches from one storage into another one, which is empty, or with `isResumed` has what an earlier copy has left. Each is
 * there as a whole or not at all, and is read again and compared.
 */
export async function copyMatches({ from, to, isResumed, onProgress }: CopyOptions): Promise<CopyResult> {
  const [one, other] = await Promise.all([from, to].map(({ storage }) => storage.fetchStorageID()));
  if (one === other) throw new Error(`${from.name} and ${to.name} are the same storage, or one is a backup of the other`);
  await refuseUsed(from);
  await refuseUsed(to);
  if (isResumed) await finish(to);
  else await refuseFull(to);
  const done = { matches: 0, entries: 0, quarantined: 0, known: 0, left: await from.strays() };
  const matchIDs = await from.matchIDs();
  for (const [i, matchID] of matchIDs.entries()) {
    await attempt(done, matchID, async () => {
      const kept = await from.read(matchID);
      if (kept) await copyMatch(to, kept, done);
    });
    if ((i + 1) % 1000 === 0) onProgress(`${i + 1} of ${matchIDs.length} matches`);
  }
  await copyQuarantined(from, to, done);
  return done;
}

async function copyMatch(to: Copied, kept: Kept, done: CopyResult) {
  const present = await to.read(kept.matchID);
  if (!present) {
    const id = await to.quarantine({ ...kept, quarantinedAt: ON_ITS_WAY });
    if (!await to.storage.restoreQuarantined(id)) throw new Error('another match of this ID has begun in the target meanwhile');
  }
  if (!isSame(kept, present ?? await to.read(kept.matchID))) throw new Error('the target has a match of this ID that differs');
  if (present) done.known += 1;
  else done.matches += 1;
  if (!present) done.entries += kept.log.length;
}

async function copyQuarantined(from: Copied, to: Copied, done: CopyResult) {
  const ids = await idsOf(to);
  const present = await Promise.all(ids.map((id) => to.readQuarantined(id).then(textOf)));
  for (const id of await idsOf(from)) {
    await attempt(done, `${id} in quarantine`, async () => {
      const kept = await from.readQuarantined(id);
      const place = present.indexOf(textOf(kept));
      if (place >= 0) {
        present.splice(place, 1);
        done.known += 1;
        return;
      }
      if (!isSame(kept, await to.readQuarantined(await to.quarantine(kept)))) throw new Error('the target has a match of this ID that differs');
      done.quarantined += 1;
    });
  }
}

/** One match that cannot be copied keeps no other from it. */
async function attempt(done: CopyResult, name: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    done.left.push(`${name}: ${messageOf(error)}`);
  }
}

/** Restores the matches that an interrupted copy has left in quarantine. */
async function finish({ storage }: Copied) {
  for (const { id, quarantinedAt } of await storage.listQuarantined()) {
    if (quarantinedAt === ON_ITS_WAY) await storage.restoreQuarantined(id);
  }
}

async function refuseUsed({ name, storage }: Copied) {
  const { length } = await storage.fetchLeases();
  if (length > 0) throw new Error(`${name} is in use by ${length} ${length === 1 ? 'server' : 'servers'}: stop all of its servers first; one that has crashed, or ran when a backup was taken, counts for twenty seconds`);
}

async function refuseFull(to: Copied) {
  const count = (await to.matchIDs()).length + (await idsOf(to)).length;
  if (count > 0) throw new Error(`${to.name} has ${count} matches already: name an empty storage, or continue an earlier copy with --resume`);
}

async function idsOf({ storage }: Copied) {
  return (await storage.listQuarantined()).map(({ id }) => id);
}

function isSame(one: Kept, other: Kept | null) {
  return other !== null && textOf(one) === textOf(other);
}

/** Storages may write the same with other blanks. */
function textOf({ matchID, quarantinedAt, state, initialState, metadata, log }: Kept) {
  return JSON.stringify([matchID, quarantinedAt, ...[state, initialState, metadata, ...log].map(usual)]);
}

function usual(text: string | null) {
  try {
    // It returns null for null.
    return JSON.stringify(JSON.parse(text as string));
  } catch {
    return text;
  }
}
