import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../../util/objects.js';
import { forEachAtOnce } from '../../util/at-once.js';
import { readText } from './durable.js';

/** How boardgame.io's keys of a match end; that of its state has no end. */
const ENDS = { initialState: ':initial', metadata: ':metadata', log: ':log' };
const READS_AT_ONCE = 16;

/**
 * The matches that boardgame.io's FlatFile has left in a folder: files of node-persist, each `{ key, value, ttl }` under a
 * name made of its key. What cannot be read is reported by `warn`.
 *
 * @param {string} folder
 * @param {(text: string) => void} warn
 */
export async function openBoardgameIO(folder, warn) {
  const keys = new Set();
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{32}$/.test(name));
  await forEachAtOnce(names, READS_AT_ONCE, async (name) => {
    const item = await readItem(join(folder, name));
    if (!item) warn(`${join(folder, name)} cannot be read; it is left out`);
    else if (name === nameOf(item.key)) keys.add(item.key);
  });
  return {
    matchIDs: matchIDsOf(keys),
    /** Undefined if it is to be left out. */
    async readMatch(matchID) {
      try {
        return await readMatch((end) => readItem(join(folder, nameOf(matchID + end))));
      } catch (error) {
        warn(`the match "${matchID}" ${error.message}; it is left out`);
        return undefined;
      }
    },
  };
}

/** The item that boardgame.io's has left under a key, and that has not expired; undefined if there is none that can be read. */
export async function readLeftItem(folder, key) {
  const item = await readItem(join(folder, nameOf(key)));
  return item?.key === key && !isForgotten(item) ? item : undefined;
}

/**
 * A match counts as a whole. Without the metadata that it has had, everybody might take any seat; without its log, nobody
 * knows what has happened.
 *
 * @param {(end: string) => Promise<any>} read undefined if there is no such file, null if it cannot be read
 * @throws an error that says what the match lacks
 */
async function readMatch(read) {
  const item = await read('');
  if (isForgotten(item ?? await read(ENDS.metadata))) return undefined;
  if (!isObject(item?.value)) throw new Error('has no state');
  const part = async (name, isSound) => {
    const partItem = await read(ENDS[name]);
    // Old versions of boardgame.io have no metadata of some.
    if (partItem === undefined) return undefined;
    if (!isSound(partItem?.value)) throw new Error(`cannot be read: ${name}`);
    return partItem.value;
  };
  return {
    state: item.value,
    initialState: await part('initialState', isObject),
    metadata: await part('metadata', isObject),
    log: await part('log', Array.isArray) ?? [],
  };
}

/** A match is as old as its state, which is written at each move. The rest may have been there for longer. */
function isForgotten(item) {
  return Boolean(item?.ttl) && item.ttl < Date.now();
}

/** A name may end as a key does. */
function matchIDsOf(keys) {
  const withMetadata = [...keys].filter((key) => key.endsWith(ENDS.metadata)).map((key) => key.slice(0, -ENDS.metadata.length))
    // What looks like metadata may be the state of a match with such a name.
    .filter((matchID) => keys.has(matchID) || !keys.has(matchID + ENDS.metadata + ENDS.metadata));
  const theirs = new Set(withMetadata.flatMap((matchID) => [matchID, ...Object.values(ENDS).map((end) => matchID + end)]));
  const others = [...keys].filter((key) => !theirs.has(key) && !Object.values(ENDS).some((end) => key.endsWith(end)));
  return [...withMetadata, ...others];
}

/** Undefined if there is none, null if it cannot be read. */
async function readItem(path) {
  try {
    const text = await readText(path);
    if (text === undefined) return undefined;
    const item = JSON.parse(text);
    return typeof item?.key === 'string' ? item : null;
  } catch {
    return null;
  }
}

function nameOf(key) {
  return createHash('md5').update(key).digest('hex');
}
