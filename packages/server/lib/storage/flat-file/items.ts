import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { described, rondelError } from '../../rondel.js';
import { readText, replaceFile } from '../disk.js';
import { valueOf } from '../stored-text.js';
import { readBoardgameIOItem } from './boardgameio-files.js';

// Items of classes that extend FlatFile. They have a folder of their own: no match is an item, whatever its ID. An item of boardgame.io's
// counts until there is one of ours, and its file stays.

const FOLDER = 'items';
/** The ends of boardgame.io's keys for parts of a match, and the methods that read and write these parts. */
const METHODS_OF_PARTS = {
  ':metadata': 'fetch(matchID, { metadata: true }) and setMetadata',
  ':log': 'fetch(matchID, { log: true })',
  ':initial': 'fetch(matchID, { initialState: true })',
};

export async function readItem(dir: string, key: string): Promise<unknown> {
  const path = itemPath(dir, key);
  const stored = valueOf(await readText(path), path) as { value?: unknown } | null | undefined;
  return stored ? stored.value : (await readBoardgameIOItem(dir, key))?.value;
}

export async function writeItem(dir: string, key: string, value: unknown) {
  const text = JSON.stringify({ key, value });
  await mkdir(join(dir, FOLDER), { recursive: true });
  await replaceFile(itemPath(dir, key), text);
}

/** Removes an item. An item without a value hides that of boardgame.io. */
export async function removeItem(dir: string, key: string) {
  if (await readBoardgameIOItem(dir, key)) await writeItem(dir, key, undefined);
  else await rm(itemPath(dir, key), { force: true });
}

/** Throws if a key is not a text, or is that of a part of a match. */
export function checkItemKey(key: unknown): asserts key is string {
  if (typeof key !== 'string' || key === '') throw rondelError('storage/option', `FlatFile: the key of an item is a text, got ${described(key)}`);
  for (const [end, methods] of Object.entries(METHODS_OF_PARTS)) {
    if (key.endsWith(end)) throw rondelError('storage/option', `FlatFile: ${described(key)} is of a match: ${methods} have it`);
  }
}

function itemPath(dir: string, key: string): string {
  return join(dir, FOLDER, `${createHash('sha256').update(key).digest('hex')}.json`);
}
