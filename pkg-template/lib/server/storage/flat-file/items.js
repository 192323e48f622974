import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { described } from '../../../util/described.js';
import { rondelError } from '../../../util/error.js';
import { valueOf } from '../stored-text.js';
import { readLeftItem } from './boardgameio-files.js';
import { readText, replaceFile } from './durable.js';

const FOLDER = 'items';
/** How boardgame.io's keys of a match end, and how what is there is read and written. */
const OF_MATCHES = {
  ':metadata': 'fetch(matchID, { metadata: true }) and setMetadata',
  ':log': 'fetch(matchID, { log: true })',
  ':initial': 'fetch(matchID, { initialState: true })',
};

/**
 * What those who extend a `FlatFile` keep beside the matches: no match, whatever strangers call it, is among them. What boardgame.io's has
 * kept under a key is there until something else is.
 */
export class Items {
  #dir;

  /** @param {string} dir the folder of the storage */
  constructor(dir) {
    this.#dir = dir;
  }

  async get(key) {
    const path = this.#pathOf(key);
    const stored = valueOf(await readText(path), path);
    return stored ? stored.value : (await readLeftItem(this.#dir, key))?.value;
  }

  async set(key, value) {
    const text = JSON.stringify({ key, value });
    await mkdir(join(this.#dir, FOLDER), { recursive: true });
    await replaceFile(this.#pathOf(key), text);
  }

  /** What boardgame.io's has left stays where it is: an entry without a value stands before it. */
  async remove(key) {
    if (await readLeftItem(this.#dir, key)) await this.set(key, undefined);
    else await rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key) {
    return join(this.#dir, FOLDER, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}

/** The key of an item. Throws if it is none, or one that boardgame.io has for a part of a match. */
export function itemKey(key) {
  if (typeof key !== 'string' || key === '') throw rondelError('storage/option', `FlatFile: the key of an item is a text, got ${described(key)}`);
  for (const [end, how] of Object.entries(OF_MATCHES)) {
    if (key.endsWith(end)) throw rondelError('storage/option', `FlatFile: ${described(key)} is of a match: ${how} have it`);
  }
  return key;
}
