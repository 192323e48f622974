import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { rondelError } from '../../../util/error.js';
import { randomID } from '../../../util/random-id.js';
import { say } from '../../../util/report.js';
import { unheld } from '../../../util/unheld.js';

const NAME = 'rondel.lock';
/** The owner shows at these intervals that it is alive, and counts as dead when it has not done so for longer. */
const BEAT_MS = 5000;
const SILENCE_MS = 20_000;
/** Who has not looked for so long may have been frozen, and looks before it writes. */
const UNSURE_MS = 10_000;
/** How often to look whether an owner that cannot be asked is alive. */
const LOOK_MS = 500;

/** The locks of this thread. */
const held = new Set();

/**
 * Takes a folder for this thread of this process alone. A lock whose owner is dead is taken over; where that cannot be asked,
 * which is so in containers and on other machines, it takes as long as the owner may be silent.
 *
 * @throws `storage/locked`
 */
export async function lockFolder(folder) {
  const path = resolve(folder, NAME);
  if (held.has(path)) throw inUse(folder, 'this process');
  held.add(path);
  try {
    const owner = { id: randomID(), pid: process.pid, host: hostname(), space: await processSpace() };
    await take({ folder, path, owner });
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
  #lastBeat = Date.now();
  #isLost = false;

  constructor(folder, path, owner) {
    this.#folder = folder;
    this.#path = path;
    this.#owner = owner;
    // A disk that fails for a while costs no lock.
    this.#beat = unheld(setInterval(() => this.#show().catch(() => {}), BEAT_MS));
  }

  /** Throws `storage/locked` if somebody else has taken the folder, because this process was frozen for longer than the dead are silent. */
  async check() {
    if (Math.abs(Date.now() - this.#lastBeat) > UNSURE_MS) await this.#show();
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
    const now = new Date();
    await utimes(this.#path, now, now);
    this.#lastBeat = now.getTime();
  }

  async #isOurs() {
    const found = await ownerAt(this.#path);
    return found?.owner.id === this.#owner.id;
  }
}

/**
 * A lock is removed by its owner alone. Who finds one of the dead takes the lock on replacing it, `….next`, in this same
 * way, and moves that over it: no two can replace one lock, and at no time is there none.
 */
async function take({ folder, path, owner }) {
  while (!await isCreated(path, owner)) {
    if (!await isOfTheDead(folder, path)) continue;
    const next = `${path}.next`;
    await take({ folder, path: next, owner });
    try {
      if (await isOfTheDead(folder, path)) return await rename(next, path);
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

/** @throws `storage/locked`: its owner is alive */
async function isOfTheDead(folder, path) {
  const found = await ownerAt(path);
  if (!found) return false;
  const { owner, shownAt } = found;
  const answer = await ask(owner, shownAt);
  if (answer === 'dead') return true;
  if (answer === 'unknown') return isSilent(folder, path, found);
  throw inUse(folder, `process ${owner.pid}`);
}

/** Whether the owner of a lock that was last touched at `shownAt` is alive, if this process can tell. */
async function ask({ pid, host, space }, shownAt) {
  const now = Date.now();
  const isHere = host === hostname() && space === await processSpace();
  if (isHere && shownAt <= now - uptime() * 1000) return 'dead';
  if (isHere && pid !== process.pid) return isRunning(pid) ? 'alive' : 'dead';
  // Another thread of this process, or one before it that had the same number.
  if (isHere && shownAt <= now - process.uptime() * 1000) return 'dead';
  return now - shownAt >= SILENCE_MS ? 'dead' : 'unknown';
}

/**
 * Waits until the owner has been silent for long enough. False if it has given its lock back.
 *
 * @throws `storage/locked`: it has shown that it is alive
 */
async function isSilent(folder, path, { owner, shownAt }) {
  const name = nameOf(owner);
  say('warn', `rondel: FlatFile: ${folder} was in use by ${name} a moment ago: waiting up to ${SILENCE_MS / 1000} seconds to see whether it still is`);
  while (Date.now() - shownAt < SILENCE_MS) {
    await later(LOOK_MS);
    const now = await ownerAt(path);
    if (!now || now.owner.id !== owner.id) return false;
    if (now.shownAt !== shownAt) throw inUse(folder, name);
  }
  return true;
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
    const { id, pid, host, space } = JSON.parse(text);
    return { id, pid, host, space };
  } catch {
    return { id: undefined, pid: undefined, host: undefined, space: undefined };
  }
}

function nameOf({ pid, host }) {
  if (pid === undefined) return 'a process that begins';
  return host === hostname() ? `process ${pid}` : `process ${pid} of ${host}`;
}

/** Where numbers of processes mean the same: containers with one host name have numbers of their own. Undefined where all share them. */
async function processSpace() {
  return readlink('/proc/self/ns/pid').catch(() => undefined);
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
