import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../../util/objects.js';
import { readText } from './durable.js';

/** How boardgame.io's keys of a match end; that of its state has no end. */
const ENDS = { initialState: ':initial', metadata: ':metadata', log: ':log' };

/**
 * The matches that boardgame.io's FlatFile has left in a folder, one after the other: files of node-persist, each
 * `{ key, value, ttl }` under a name made of its key. What cannot be read is told to `complain`.
 *
 * @param {string} folder
 * @param {(text: string) => void} complain
 */
export async function* matchesOfBoardgameIO(folder, complain) {
  const keys = new Set();
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{32}$/.test(name)) continue;
    const { key } = await readItem(join(folder, name), complain) ?? {};
    if (key !== undefined && name === nameOf(key)) keys.add(key);
  }
  for (const matchID of matchIDsOf(keys)) {
    const read = async (end) => (keys.has(matchID + end) ? (await readItem(join(folder, nameOf(matchID + end)), complain))?.value : undefined);
    const match = {
      state: await read(''),
      initialState: await read(ENDS.initialState),
      metadata: await read(ENDS.metadata),
      log: await read(ENDS.log),
    };
    if (isObject(match.state)) yield { matchID, ...match, log: Array.isArray(match.log) ? match.log : [] };
    else complain(`the match "${matchID}" has no state`);
  }
}

/** A name may end as a key does. */
function matchIDsOf(keys) {
  const withMetadata = [...keys].filter((key) => key.endsWith(ENDS.metadata)).map((key) => key.slice(0, -ENDS.metadata.length))
    // What looks like metadata may be the state of a match with such a name.
    .filter((matchID) => keys.has(matchID) || !keys.has(matchID + ENDS.metadata + ENDS.metadata));
  const theirs = new Set(withMetadata.flatMap((matchID) => [matchID, ...Object.values(ENDS).map((end) => matchID + end)]));
  // Old versions of boardgame.io have no metadata of some.
  const others = [...keys].filter((key) => !theirs.has(key) && !Object.values(ENDS).some((end) => key.endsWith(end)));
  return [...withMetadata, ...others];
}

async function readItem(path, complain) {
  try {
    const item = JSON.parse(await readText(path) ?? '');
    if (typeof item?.key !== 'string') throw new Error('no key');
    return item.ttl && item.ttl < Date.now() ? undefined : item;
  } catch {
    complain(`${path} cannot be read`);
    return undefined;
  }
}

function nameOf(key) {
  return createHash('md5').update(key).digest('hex');
}
