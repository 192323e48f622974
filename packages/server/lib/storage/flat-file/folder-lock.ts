import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { print, randomID, rondelError, unref } from '../../rondel.js';
import { ifAbsent } from '../disk.js';
import { isRunning, thisProcess } from './running-process.js';
import type { RunningProcess } from './running-process.js';

/** The owner of a lock. A torn file says nothing. */
interface Owner extends RunningProcess {
  id?: string | undefined;
}

/** A lock file as it was read. */
interface Lock {
  owner: Owner;
  /** Time of the last heartbeat by the owner's clock, in milliseconds. */
  touchedAt: number;
}

/** A request for a lock. */
interface Request {
  folder: string;
  path: string;
  owner: Owner;
  lookMs: number;
}

const NAME = 'rondel.lock';
const HEARTBEAT_MS = 5000;
/** Time without a heartbeat after which a process reads its lock before it writes: it may have been frozen. */
const UNSURE_MS = 10_000;
/** Number of looks at a lock, and the time between them. An owner without a heartbeat in all that time is dead. */
const LOOKS = 40;
const LOOK_MS = 500;

/** Paths of the locks of this thread. */
const held = new Set<string>();

/**
 * Locks a folder for this thread of this process. Replaces the lock of a dead owner. Watches a lock for a while if its owner is
 * in another container or on another machine. Clocks differ: each time in a lock is compared only with earlier times in it.
 *
 * @param lookMs milliseconds
 * @throws `storage/locked`
 */
export async function lockFolder(folder: string, lookMs: number = LOOK_MS): Promise<FolderLock> {
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

export type { FolderLock };

class FolderLock {
  #folder: string;
  #path: string;
  #owner: Owner;
  #heartbeat: NodeJS.Timeout;
  #touchedAt = clocks();
  #isLost = false;

  constructor(folder: string, path: string, owner: Owner) {
    this.#folder = folder;
    this.#path = path;
    this.#owner = owner;
    // The next heartbeat may succeed.
    this.#heartbeat = unref(setInterval(() => this.#touch().catch(() => {}), HEARTBEAT_MS));
  }

  /** Throws `storage/locked` if another process has taken the folder over while this one was frozen. */
  async check() {
    const isUnsure = clocks().some((time, i) => Math.abs(time - this.#touchedAt[i]) > UNSURE_MS);
    if (isUnsure) await this.#touch();
    if (this.#isLost) throw inUse(this.#folder, 'another process, which has taken it over while this one did not run');
  }

  async release() {
    clearInterval(this.#heartbeat);
    if (await this.#isOurs()) await rm(this.#path, { force: true });
    held.delete(this.#path);
  }

  async #touch() {
    this.#isLost ||= !await this.#isOurs();
    if (this.#isLost) return;
    const now = clocks();
    await utimes(this.#path, new Date(), new Date());
    this.#touchedAt = now;
  }

  async #isOurs(): Promise<boolean> {
    const lock = await readLock(this.#path);
    return lock?.owner.id === this.#owner.id;
  }
}

/**
 * Creates a lock, or replaces that of a dead owner. Only its owner removes a lock. To replace one, a process takes a second lock, `….next`,
 * in the same way and renames it: no two processes replace one lock, and there is always one.
 */
async function take(request: Request): Promise<void> {
  const { path, owner } = request;
  while (!await isCreated(path, owner)) {
    const dead = await findDead(request);
    if (!dead) continue;
    const next = `${path}.next`;
    await take({ ...request, path: next });
    try {
      if (isSame(await readLock(path), dead)) return await rename(next, path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
    await rm(next, { force: true });
  }
}

async function isCreated(path: string, owner: Owner): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the lock if its owner is dead, and undefined if it has been released. Throws `storage/locked` if the owner is alive. */
async function findDead({ folder, path, lookMs }: Request): Promise<Lock | undefined> {
  const lock = await readLock(path);
  if (!lock) return undefined;
  const { owner } = lock;
  const isAlive = await isRunning(owner);
  if (isAlive === false) return lock;
  // An owner in this process may be a thread that has ended.
  if (isAlive && owner.pid !== process.pid) throw inUse(folder, nameOf(owner));
  print('warn', `rondel: FlatFile: ${folder} has been in use by ${nameOf(owner)}: waiting ${(LOOKS * lookMs) / 1000} seconds to see whether it still is`);
  // Looks are counted, not time: a process that was frozen looks again.
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await later(lookMs);
    const now = await readLock(path);
    if (!now || now.owner.id !== owner.id) return undefined;
    if (!isSame(now, lock)) throw inUse(folder, nameOf(owner));
  }
  return lock;
}

function isSame(lock: Lock | undefined, other: Lock): boolean {
  return lock?.owner.id === other.owner.id && lock?.touchedAt === other.touchedAt;
}

/** Reads a lock; undefined if there is none. */
async function readLock(path: string): Promise<Lock | undefined> {
  const found = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(ifAbsent);
  return found && { owner: ownerIn(found[0]), touchedAt: found[1].mtimeMs };
}

/** Reads the owner. The process that wrote the file may have been interrupted. */
function ownerIn(text: string): Owner {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function nameOf({ pid, host }: Owner): string {
  if (pid === undefined) return 'a process that is starting';
  return host === hostname() ? `process ${pid}` : `process ${pid} of ${host}`;
}

/** Two clocks of this process, in milliseconds. Changes of the system time do not affect the first. The second one continues while the machine sleeps. */
function clocks(): number[] {
  return [performance.now(), Date.now()];
}

function inUse(folder: string, owner: string): Error {
  return rondelError('storage/locked', `FlatFile: ${folder} is in use by ${owner}, and only one process may use it: end that one, or use Sqlite`);
}
