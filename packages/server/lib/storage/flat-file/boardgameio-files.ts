import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, messageOf, print, printable } from '../../rondel.js';
import { forEachAtOnce } from '../../util/at-once.js';
import { readText } from '../disk.js';
import type { MatchParts } from './match-folder.js';

/** Content of a file of node-persist, whose name is a hash of the key. */
interface Item {
  key: string;
  value?: unknown;
  /** Time when it expires, in milliseconds. */
  ttl?: unknown;
}

/** Ends of boardgame.io's keys for parts of a match; the key of its state is the match ID. */
const ENDS = { initialState: ':initial', metadata: ':metadata', log: ':log' };
const AT_ONCE = 16;
/** Number of copied matches between two messages on the console. */
const PRINTED_EACH = 250;

/**
 * Passes each match that boardgame.io's FlatFile has stored in a folder to `copy`. Warns of files and matches that it cannot read. Their files
 * stay as they are.
 */
export async function copyBoardgameIO(dir: string, copy: (matchID: string, match: MatchParts) => Promise<void>) {
  const warn = (text: string) => print('warn', `rondel: FlatFile: ${printable(text)}; it is not copied`);
  const keys = new Set<string>();
  const names = (await readdir(dir)).filter((name) => /^[0-9a-f]{32}$/.test(name));
  await forEachAtOnce(names, AT_ONCE, async (name) => {
    const item = await readItem(join(dir, name));
    if (!item) warn(`${join(dir, name)} cannot be read`);
    else if (name === nameOf(item.key)) keys.add(item.key);
  });
  const matchIDs = matchIDsIn(keys);
  let count = 0;
  await forEachAtOnce(matchIDs, AT_ONCE, async (matchID) => {
    const match = await readMatch(dir, matchID).catch((error) => {
      warn(`the match "${matchID}" ${messageOf(error)}`);
      return undefined;
    });
    if (match) await copy(matchID, match);
    count += 1;
    if (count % PRINTED_EACH === 0) print('info', `rondel: FlatFile: ${count} of ${matchIDs.length} matches of boardgame.io are copied`);
  });
}

/** Reads an item of boardgame.io's; undefined if there is none, or it has expired, or cannot be read. */
export async function readBoardgameIOItem(dir: string, key: string): Promise<Item | undefined> {
  const item = await readItem(join(dir, nameOf(key)));
  return item?.key === key && !isExpired(item) ? item : undefined;
}

/**
 * Reads a match, undefined if it has expired. Throws if any of its files is torn: without its metadata, anyone could take its seats.
 * Old versions of boardgame.io have stored no metadata of some matches. The master checks the rest.
 */
async function readMatch(dir: string, matchID: string): Promise<MatchParts | undefined> {
  const [state, initialState, metadata, log] = await Promise.all(
    ['', ENDS.initialState, ENDS.metadata, ENDS.log].map((end) => readItem(join(dir, nameOf(matchID + end)))),
  );
  // Each move writes the state: other files may be older.
  if (isExpired(state ?? metadata)) return undefined;
  if (!isObject(state?.value)) throw new Error('has no state');
  const parts = { state, initialState, metadata, log };
  const match: { [name: string]: unknown } = {};
  for (const [name, item] of Object.entries(parts)) {
    const isSound = name === 'log' ? Array.isArray(item?.value) : isObject(item?.value);
    if (item !== undefined && !isSound) throw new Error(`cannot be read: ${name}`);
    match[name] = item?.value;
  }
  return match as MatchParts;
}

/** Returns the IDs of the matches that have these keys. An ID may itself end as a key does. */
function matchIDsIn(keys: Set<string>): string[] {
  const withMetadata = [...keys].filter((key) => key.endsWith(ENDS.metadata)).map((key) => key.slice(0, -ENDS.metadata.length))
    // Such a key may also be that of a state.
    .filter((matchID) => keys.has(matchID) || !keys.has(matchID + ENDS.metadata + ENDS.metadata));
  const theirs = new Set(withMetadata.flatMap((matchID) => [matchID, ...Object.values(ENDS).map((end) => matchID + end)]));
  const others = [...keys].filter((key) => !theirs.has(key) && !Object.values(ENDS).some((end) => key.endsWith(end)));
  return [...withMetadata, ...others];
}

function isExpired(item: Item | null | undefined): boolean {
  return Boolean(item?.ttl) && (item as { ttl: number }).ttl < Date.now();
}

/** Reads a file of node-persist; undefined if there is none, null if it cannot be read. */
async function readItem(path: string): Promise<Item | null | undefined> {
  try {
    const text = await readText(path);
    const item = text === undefined ? undefined : JSON.parse(text);
    return item === undefined || typeof item?.key === 'string' ? item : null;
  } catch {
    return null;
  }
}

function nameOf(key: string): string {
  return createHash('md5').update(key).digest('hex');
}
