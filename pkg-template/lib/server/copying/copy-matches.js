import { messageOf } from '../../util/print.js';

/**
 * All that is kept of a match, as the texts that are stored: null for one that is not there. `quarantinedAt` is null for a match that is
 * not out of the way.
 *
 * @typedef {{ matchID: string, quarantinedAt: number | null, state: string | null, initialState: string | null, metadata: string | null,
 *   log: string[] }} Kept
 */

/**
 * A storage as it is copied.
 *
 * @typedef {object} Copied
 * @property {string} name for the operator
 * @property {any} storage which is open
 * @property {() => Promise<string[]>} matchIDs of all matches, but for those in quarantine
 * @property {(matchID: string) => Promise<Kept | null>} read throws if the match cannot be copied
 * @property {(id: string) => Promise<Kept>} readQuarantined by the ID of `storage.listQuarantined()`
 * @property {(kept: Kept) => Promise<string>} quarantine puts all of it out of the way, and returns the ID to put it back by
 * @property {() => Promise<string[]>} strays what is there and belongs to no match that has a name
 * @property {() => Promise<void>} close
 */

/** When a match was put out of the way that is not to stay there: it has come as a whole, and is put back in one step. */
const ON_ITS_WAY = -1;

/**
 * Copies all matches from one storage into another one, which is empty, or with `isResumed` has what an earlier copy has left. Each is
 * there as a whole or not at all, and is read again and compared.
 *
 * @param {{ from: Copied, to: Copied, isResumed: boolean, onProgress: (text: string) => void }} options
 * @returns {Promise<{ matches: number, entries: number, quarantined: number, known: number, left: string[] }>} `left` says of what could
 *   not be copied why
 */
export async function copyMatches({ from, to, isResumed, onProgress }) {
  const [one, other] = await Promise.all([from, to].map(({ storage }) => storage.fetchStorageID()));
  if (one === other) throw new Error(`${from.name} and ${to.name} are one and the same, or one is a backup of the other`);
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

async function copyMatch(to, kept, done) {
  const present = await to.read(kept.matchID);
  if (!present) {
    const id = await to.quarantine({ ...kept, quarantinedAt: ON_ITS_WAY });
    if (!await to.storage.restoreQuarantined(id)) throw new Error('another match of this ID has begun in the target meanwhile');
  }
  if (!isSame(kept, present ?? await to.read(kept.matchID))) throw new Error('what the target has of it is something else');
  if (present) done.known += 1;
  else done.matches += 1;
  if (!present) done.entries += kept.log.length;
}

async function copyQuarantined(from, to, done) {
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
      if (!isSame(kept, await to.readQuarantined(await to.quarantine(kept)))) throw new Error('what the target has of it is something else');
      done.quarantined += 1;
    });
  }
}

/** One match that cannot be copied keeps no other from it. */
async function attempt(done, name, work) {
  try {
    await work();
  } catch (error) {
    done.left.push(`${name}: ${messageOf(error)}`);
  }
}

/** What an earlier copy had put out of the way when it was broken off. */
async function finish({ storage }) {
  for (const { id, quarantinedAt } of await storage.listQuarantined()) {
    if (quarantinedAt === ON_ITS_WAY) await storage.restoreQuarantined(id);
  }
}

async function refuseUsed({ name, storage }) {
  const { length } = await storage.fetchLeases();
  if (length > 0) throw new Error(`${name} is in use by ${length} ${length === 1 ? 'server' : 'servers'}: stop all of its servers first; one that has crashed, or ran when a backup was taken, counts for twenty seconds`);
}

async function refuseFull(to) {
  const count = (await to.matchIDs()).length + (await idsOf(to)).length;
  if (count > 0) throw new Error(`${to.name} has ${count} matches already: name an empty one, or go on with an earlier copy by --resume`);
}

async function idsOf({ storage }) {
  return (await storage.listQuarantined()).map(({ id }) => id);
}

function isSame(one, other) {
  return other !== null && textOf(one) === textOf(other);
}

/** Storages may write the same with other blanks. */
function textOf({ matchID, quarantinedAt, state, initialState, metadata, log }) {
  return JSON.stringify([matchID, quarantinedAt, ...[state, initialState, metadata, ...log].map(usual)]);
}

function usual(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
