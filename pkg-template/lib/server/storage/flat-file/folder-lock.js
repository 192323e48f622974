import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { rondelError } from '../../../util/error.js';
import { randomID } from '../../../util/random-id.js';
import { print } from '../../../util/print.js';
import { unref } from '../../../util/unref.js';
import { look, thisProcess } from './running-process.js';

const NAME = 'rondel.lock';
/** The owner shows at these intervals that it is alive. */
const BEAT_MS = 5000;
/** A process that has not checked for so long may have been frozen, and checks before it writes. */
const UNSURE_MS = 10_000;
/** An owner that cannot be asked counts as dead when nothing has changed at so many looks, at these intervals. */
const LOOKS = 40;
const LOOK_MS = 500;

/** The locks of this thread. */
const held = new Set();

/**
 * Takes a folder for this thread of this process alone. A lock whose owner is dead is taken over; where that cannot be asked,
 * which is so of other containers and machines, it is watched for a while. What the lock says of time is compared with nothing
 * but what it said before: clocks differ.
 *
 * @param {string} folder
 * @param {number} [lookMs] milliseconds
 * @throws `storage/locked`
 */
export async function lockFolder(folder, lookMs = LOOK_MS) {
  const path = resolve(folder, NAME);
  if (held.has(path)) throw inUse(folder, 'this process');
  held.add(path);
  try {
    const owner = { id: randomID(), ...await thisProcess() };
    await take({ folder, path, owner, lookMs });
    return new FolderLock(folder, path, owner);
  } catch (error) {
    held.delete(path);
    throw error;
  }
}

class FolderLock {
  #folder;
  #path;
  #owner;
  #beat;
  #shownAt = now();
  #isLost = false;

  constructor(folder, path, owner) {
    this.#folder = folder;
    this.#path = path;
    this.#owner = owner;
    // A disk that fails for a while costs no lock.
    this.#beat = unref(setInterval(() => this.#show().catch(() => {}), BEAT_MS));
  }

  /** Throws `storage/locked` if somebody else has taken the folder, because this process was frozen for longer than the dead are silent. */
  async check() {
    const { steady, clock } = now();
    // Where a machine sleeps, one of the two may stand still.
    const isUnsure = steady - this.#shownAt.steady > UNSURE_MS || Math.abs(clock - this.#shownAt.clock) > UNSURE_MS;
    if (isUnsure) await this.#show();
    if (this.#isLost) throw inUse(this.#folder, 'another process, which has taken it over while this one did not run');
  }

  async release() {
    clearInterval(this.#beat);
    if (await this.#isOurs()) await rm(this.#path, { force: true });
    held.delete(this.#path);
  }

  async #show() {
    this.#isLost ||= !await this.#isOurs();
    if (this.#isLost) return;
    const at = now();
    await utimes(this.#path, new Date(at.clock), new Date(at.clock));
    this.#shownAt = at;
  }

  async #isOurs() {
    const found = await ownerAt(this.#path);
    return found?.owner.id === this.#owner.id;
  }
}

/**
 * A lock is removed by its owner alone. A process that finds a dead owner's takes the lock on replacing it, `….next`, in this same
 * way, and moves that over it: no two can replace one lock, and at no time is there none.
 */
async function take({ folder, path, owner, lookMs }) {
  while (!await isCreated(path, owner)) {
    const dead = await findDead(folder, path, lookMs);
    if (!dead) continue;
    const next = `${path}.next`;
    await take({ folder, path: next, owner, lookMs });
    try {
      if (isSame(await ownerAt(path), dead)) return await rename(next, path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
    await rm(next, { force: true });
  }
}

async function isCreated(path, owner) {
  try {
    await writeFile(path, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * The lock, if its owner is dead; null if it has been given back.
 *
 * @throws `storage/locked`: its owner is alive
 */
async function findDead(folder, path, lookMs) {
  const found = await ownerAt(path);
  if (!found) return null;
  const { owner } = found;
  const life = await look(owner);
  if (life === 'ended') return found;
  // Another thread of this process may have ended without it.
  if (life === 'running' && owner.pid !== process.pid) throw inUse(folder, `process ${owner.pid}`);
  return await isSilent(folder, path, { found, lookMs }) ? found : null;
}

/**
 * Watches the lock of an owner that cannot be asked, until it has been silent for long enough. False if it has given its lock back.
 *
 * @throws `storage/locked`: it has shown that it is alive
 */
async function isSilent(folder, path, { found, lookMs }) {
  const name = nameOf(found.owner);
  const seconds = (LOOKS * lookMs) / 1000;
  print('warn', `rondel: FlatFile: ${folder} has been in use by ${name}: waiting ${seconds} seconds to see whether it still is`);
  // Looks are counted, and not the time: who is frozen looks again before it believes that the owner was silent.
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await later(lookMs);
    const now = await ownerAt(path);
    if (!now || now.owner.id !== found.owner.id) return false;
    if (!isSame(now, found)) throw inUse(folder, name);
  }
  return true;
}

function isSame(found, other) {
  return found?.owner.id === other.owner.id && found?.shownAt === other.shownAt;
}

/** Who has a lock, and when it was last touched; null if there is none. Who writes it may have been interrupted. */
async function ownerAt(path) {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { owner: ownerOf(text), shownAt: mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function ownerOf(text) {
  try {
    const { id, pid, host, boot, space, started } = JSON.parse(text);
    return { id, pid, host, boot, space, started };
  } catch {
    return { id: undefined };
  }
}

function nameOf({ pid, host }) {
  if (pid === undefined) return 'a process that begins';
  return host === hostname() ? `process ${pid}` : `process ${pid} of ${host}`;
}

/** By two clocks of this process's own. */
function now() {
  return { steady: performance.now(), clock: Date.now() };
}

function inUse(folder, owner) {
  return rondelError('storage/locked', `FlatFile: ${folder} is in use by ${owner}, and one process alone may use it: end that, or use Sqlite`);
}
