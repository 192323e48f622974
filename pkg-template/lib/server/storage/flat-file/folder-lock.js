import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { resolve } from 'node:path';
import { rondelError } from '../../../util/error.js';
import { unheld } from '../../../util/unheld.js';

const NAME = 'rondel.lock';
/** The owner shows at these intervals that it is alive, and counts as dead when it has not done so for longer. */
const BEAT_MS = 5000;
const SILENCE_MS = 20_000;

/** The locks of this process: after a restart in a container, another process had the same number. */
const held = new Set();

/**
 * Takes a folder for this process alone. A lock whose owner is dead is taken over.
 *
 * @returns {Promise<() => Promise<void>>} gives it back
 */
export async function lockFolder(folder) {
  const path = resolve(folder, NAME);
  if (held.has(path)) throw inUse(folder, 'this process');
  held.add(path);
  try {
    await take(folder, path);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  const beat = unheld(setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, BEAT_MS));
  return async () => {
    clearInterval(beat);
    await rm(path, { force: true });
    held.delete(path);
  };
}

/**
 * A lock is removed by its owner alone. Who finds one of the dead takes the lock on replacing it, `….next`, in this same
 * way, and moves that over it: no two can replace one lock, and at no time is there none.
 */
async function take(folder, path) {
  while (!await isCreated(path)) {
    if (!await isOfTheDead(folder, path)) continue;
    const next = `${path}.next`;
    await take(folder, next);
    try {
      if (await isOfTheDead(folder, path)) return await rename(next, path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
    await rm(next, { force: true });
  }
}

async function isCreated(path) {
  try {
    await writeFile(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @throws `storage/locked`: its owner is alive */
async function isOfTheDead(folder, path) {
  const found = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return false;
  const [text, { mtimeMs }] = found;
  const owner = ownerOf(text);
  const bootedAt = Date.now() - uptime() * 1000;
  const isHere = owner.host === hostname();
  const isAlive = isHere ? mtimeMs > bootedAt && owner.pid !== process.pid && isRunning(owner.pid) : Date.now() - mtimeMs < SILENCE_MS;
  if (isAlive) throw inUse(folder, nameOf(owner, isHere));
  return true;
}

/** Who writes it may have been interrupted. */
function ownerOf(text) {
  try {
    const { pid, host } = JSON.parse(text);
    return { pid, host };
  } catch {
    return { pid: undefined, host: undefined };
  }
}

function nameOf({ pid, host }, isHere) {
  if (pid === undefined) return 'a process that begins';
  return isHere ? `process ${pid}` : `process ${pid} of ${host}`;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is another user's.
    return error.code === 'EPERM';
  }
}

function inUse(folder, owner) {
  return rondelError('storage/locked', `FlatFile: ${folder} is in use by ${owner}, and one process alone may use it: end that, or use Sqlite`);
}
