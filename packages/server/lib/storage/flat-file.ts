import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Async, isListed, isReserved, isSameText, isSameTextIfExpected, isStateAt, messageOf, noop, print, printable, randomID, rondelError, unref,
} from '../rondel.js';
import { forEachAtOnce } from '../util/at-once.js';
import { probeText, readText, replaceFile } from './disk.js';
import { copyBoardgameIO } from './flat-file/boardgameio-files.js';
import { lockFolder } from './flat-file/folder-lock.js';
import { DeadlineIndex } from './flat-file/deadline-index.js';
import { checkItemKey, readItem, removeItem, writeItem } from './flat-file/items.js';
import { MatchFolder } from './flat-file/match-folder.js';
import { Leases } from './leases.js';
import { PagedMatches } from './pages.js';
import { refuseLater } from './schema-version.js';
import { keyOf, valueOf } from './stored-text.js';
import type { LogEntry, State } from 'rondel';
import type { Async as PublicAsync } from 'rondel/internal';
import type { Server, StorageAPI } from 'rondel/master';
import type { UncheckedMetadata } from 'rondel/private';
import type { FlatFileOpts } from '../../types/storages.js';
import type { FolderLock } from './flat-file/folder-lock.js';
import type { MatchParts } from './flat-file/match-folder.js';

/** Default of node-persist for `ttl: true`. */
const DAY_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 2 * 60 * 1000;
/** Number of matches that are read at once. */
const AT_ONCE = 16;

const FORMAT = 'rondel.json';
const VERSION = 1;
export const MATCHES = 'matches';
export const QUARANTINE = 'unreadable';
const PROBE = 'probe.txt';
/** ID of a match in quarantine, which names its folder: the name that it had in `matches`, and a random text. */
const QUARANTINED = /^([0-9a-f]{64})\.[\w-]+$/;
/** Name of a match's folder that was being created or removed. */
const UNFINISHED = /\.(new|gone)$/;

/** Metadata that lists of matches need, and the name of the match's folder. */
type Listing = UncheckedMetadata & { name: string };

/**
 * Stores matches in a folder, for one process. Confirmed writes are on the disk. Matches of boardgame.io's `FlatFile` in the folder are copied.
 */
// The cast keeps `rondel/private` out of the declarations that users read.
export class FlatFile extends (Async as typeof PublicAsync) {
  #dir: string;
  #logging: boolean | ((text: string) => void);
  /** milliseconds */
  #ttl: number | undefined;
  #lock: FolderLock | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #leases = new Leases();
  #storageID = randomID();
  /** Last operation of each match and item. */
  #queues: Map<string, Promise<unknown>> = new Map();
  #listed = new PagedMatches<Listing>();
  /** Time of the last write of each match, by folder, in milliseconds. A match without one does not expire. */
  #writtenAt: Map<string, number> = new Map();
  #deadlines: DeadlineIndex;

  constructor(options: FlatFileOpts) {
    super();
    const { dir, logging = false, ttl = false } = options ?? {};
    if (typeof dir !== 'string' || dir === '') throw rondelError('storage/option', 'FlatFile: dir: expected the path of a folder');
    this.#dir = dir;
    this.#deadlines = new DeadlineIndex(dir);
    this.#logging = logging;
    if (ttl) this.#ttl = typeof ttl === 'number' && ttl > 0 ? ttl : DAY_MS;
  }

  /** Locks the folder for this process, and creates it if it does not exist. Call this before anything else: `Server().run` does. */
  async connect(): Promise<void> {
    if (this.#lock) return;
    this.#lock = await this.#lockFolder();
    try {
      await this.#open();
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#ttl !== undefined) this.#sweep = unref(setInterval(() => this.#removeExpired().catch(noop), SWEEP_MS));
  }

  createMatch(matchID: string, { initialState, metadata }: StorageAPI.CreateMatchOpts): Promise<void> {
    return this.#atMatch(matchID, (folder) => this.#write(folder, matchID, { initialState, metadata, state: initialState }));
  }

  createMatchIfAbsent(matchID: string, { initialState, metadata }: StorageAPI.CreateMatchOpts): Promise<boolean> {
    return this.#atMatch(matchID, async (folder) => {
      if (await folder.hasBegun()) return false;
      await folder.remove();
      await this.#write(folder, matchID, { initialState, metadata, state: initialState });
      return true;
    });
  }

  setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<void> {
    return this.#atMatch(matchID, (folder) => this.#write(folder, matchID, { state, log: deltalog }));
  }

  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean> {
    return this.#atMatch(matchID, async (folder) => {
      if (!isStateAt(await folder.state(), expectedStateID, expectedRevision)) return false;
      await this.#write(folder, matchID, { state, log: deltalog });
      return true;
    });
  }

  setMetadata(matchID: string, metadata: Server.MatchData): Promise<void> {
    return this.#atMatch(matchID, (folder) => this.#write(folder, matchID, { metadata }));
  }

  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean> {
    return this.#atMatch(matchID, async (folder) => {
      if (!isSameText((await folder.metadata())?.metadata, expected)) return false;
      await this.#write(folder, matchID, { metadata });
      return true;
    });
  }

  fetch<O extends StorageAPI.FetchOpts>(matchID: string, wanted: O): Promise<StorageAPI.FetchResult<O>> {
    return this.#atMatch(matchID, (folder) => folder.fetch(wanted));
  }

  fetchLogSince(matchID: string, stateID: number): Promise<LogEntry[]> {
    return this.#atMatch(matchID, (folder) => folder.logSince(stateID));
  }

  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart> {
    return this.#atMatch(matchID, (folder) => folder.logPart(wanted));
  }

  wipe(matchID: string): Promise<void> {
    return this.#atMatch(matchID, (folder) => this.#remove(folder, matchID));
  }

  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean> {
    return this.#atMatch(matchID, async (folder) => {
      if (!isStateAt(await folder.state(), expectedStateID, expectedRevision)) return false;
      if (!isSameTextIfExpected((await folder.metadata())?.metadata, expectedMetadata)) return false;
      await this.#remove(folder, matchID);
      return true;
    });
  }

  quarantine(matchID: string): Promise<string | undefined> {
    return this.#atMatch(matchID, async (folder) => {
      if (!await folder.exists()) return undefined;
      const id = `${nameOf(matchID)}.${randomID()}`;
      await folder.quarantine(join(this.#dir, QUARANTINE, id), { matchID, quarantinedAt: Date.now() });
      this.#forget(matchID);
      return id;
    });
  }

  async listQuarantined(): Promise<StorageAPI.Quarantined[]> {
    const ids = await readdir(join(this.#dir, QUARANTINE)).catch(() => []);
    return Promise.all(ids.filter((id) => QUARANTINED.test(id)).map(async (id) => ({ id, ...await this.#quarantined(id).label() })));
  }

  async restoreQuarantined(id: string): Promise<boolean> {
    const [, name] = QUARANTINED.exec(id) ?? [];
    const kept = this.#quarantined(id);
    if (name === undefined || !await kept.exists()) return false;
    const { matchID } = await kept.label();
    if (matchID === undefined || nameOf(matchID) !== name) throw withoutID(join(this.#dir, QUARANTINE, id));
    return this.#atMatch(matchID, async (folder) => {
      if (await folder.exists() || !await kept.restore(join(this.#dir, MATCHES, name))) return false;
      await this.#register(name);
      this.#deadlines.note(matchID, await this.#folder(name).state().catch(noop));
      this.#writtenAt.set(name, Date.now());
      return true;
    });
  }

  async listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]> {
    await this.#removeExpired();
    return [...this.#listed].filter(([, listing]) => isListed(listing, options)).map(([matchID]) => matchID);
  }

  /** Returns a page of matches. Metadata that cannot be read are undefined. */
  async listPage(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]> {
    await this.#removeExpired();
    const page: StorageAPI.ListedMatch[] = this.#listed.page(options).map(({ matchID, createdAt }) => ({ matchID, createdAt }));
    await forEachAtOnce(page, AT_ONCE, async (entry) => {
      const stored = await this.#atMatch(entry.matchID, (folder) => folder.metadata()).catch(noop);
      entry.metadata = stored?.metadata;
    });
    return page;
  }

  async listIdle(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]> {
    await this.#removeExpired();
    return this.#listed.idle(options);
  }

  async fetchDue(now: number, limit: number): Promise<StorageAPI.Due[]> {
    const due = await this.#deadlines.before(now, limit, (note) => this.#readStates(note));
    return due.map(([matchID, moment]) => ({ matchID, gameName: String(this.#listed.get(matchID)?.gameName), due: moment }));
  }

  /**
   * Returns the value of an item of a subclass, also one that boardgame.io's `FlatFile` has stored. Returns `undefined` if there is none. Matches are not items.
   */
  // `any`: classes that extend boardgame.io's know the types of their items.
  async getItem(key: string): Promise<any> {
    return this.#atItem(key, () => readItem(this.#dir, key));
  }

  /** Stores a value that JSON can represent under a key of your own, until it is removed. */
  async setItem(key: string, value: any): Promise<void> {
    return this.#atItem(key, () => writeItem(this.#dir, key, value));
  }

  async removeItem(key: string): Promise<void> {
    return this.#atItem(key, () => removeItem(this.#dir, key));
  }

  /** Returns an ID of this process: no other one uses the folder. */
  async fetchStorageID(): Promise<string> {
    return this.#storageID;
  }

  /** Writes a test file, to check the disk. */
  async probe(): Promise<void> {
    await replaceFile(join(this.#dir, PROBE), probeText());
  }

  async renewLease(nodeID: string, milliseconds: number): Promise<boolean> {
    return this.#leases.renew(nodeID, milliseconds);
  }

  async fetchLeases(): Promise<string[]> {
    return this.#leases.alive();
  }

  async endLease(nodeID: string): Promise<void> {
    this.#leases.end(nodeID);
  }

  /** Waits for the operations that have begun, and unlocks the folder. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
    if (this.#lock) await this.#deadlines.close();
    const lock = this.#lock;
    this.#lock = undefined;
    await lock?.release();
  }

  async #lockFolder(): Promise<FolderLock> {
    try {
      await mkdir(join(this.#dir, MATCHES), { recursive: true });
      return await lockFolder(this.#dir);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'storage/locked') throw error;
      throw rondelError('storage/open', `FlatFile: cannot open ${this.#dir}: ${messageOf(error)}`);
    }
  }

  async #open() {
    const path = join(this.#dir, FORMAT);
    const format = valueOf(await readText(path), path) as { version?: number } | null | undefined;
    refuseLater(format?.version ?? 0, VERSION, this.#dir);
    await this.#deadlines.open();
    await forEachAtOnce(await readdir(join(this.#dir, MATCHES)), AT_ONCE, async (name) => {
      if (UNFINISHED.test(name)) await rm(join(this.#dir, MATCHES, name), { recursive: true, force: true });
      else await this.#register(name);
    });
    if (format) return;
    await copyBoardgameIO(this.#dir, async (matchID, match) => {
      const folder = this.#folder(nameOf(matchID));
      if (!await folder.exists()) await this.#write(folder, matchID, match);
    });
    await replaceFile(path, JSON.stringify({ version: VERSION }));
  }

  /** Reads the states of all matches that are not over. Those that cannot be read have no deadline. */
  async #readStates(note: (matchID: string, state: unknown) => void) {
    const open = [...this.#listed].filter(([, { gameover }]) => gameover === undefined);
    await forEachAtOnce(open, AT_ONCE, async ([matchID]) => note(matchID, await this.#atMatch(matchID, (folder) => folder.state().catch(noop))));
  }

  /** Adds a match that is on the disk. Errors of unreadable ones are thrown when they are fetched. */
  async #register(name: string) {
    const folder = this.#folder(name);
    if (this.#ttl !== undefined) this.#writtenAt.set(name, await folder.writtenAt());
    const { matchID, metadata } = await folder.metadata().catch(noop) ?? {};
    if (matchID !== undefined) this.#list(name, matchID, metadata);
  }

  /** Writes parts of a match, which begins with them if it does not exist. */
  async #write(folder: MatchFolder, matchID: string, parts: MatchParts) {
    const isNew = await folder.write(matchID, parts);
    const name = nameOf(matchID);
    this.#writtenAt.set(name, Date.now());
    if (parts.metadata !== undefined) this.#list(name, matchID, parts.metadata);
    if (parts.state !== undefined) this.#deadlines.note(matchID, parts.state);
    this.#print(isNew ? 'created' : `wrote the ${parts.state ? 'state' : 'metadata'} of`, matchID);
  }

  async #remove(folder: MatchFolder, matchID: string) {
    await folder.remove();
    this.#forget(matchID);
    this.#print('removed', matchID);
  }

  #forget(matchID: string) {
    this.#listed.delete(matchID);
    this.#deadlines.delete(matchID);
    this.#writtenAt.delete(nameOf(matchID));
  }

  #list(name: string, matchID: string, metadata: UncheckedMetadata) {
    const { gameName, gameover, updatedAt, createdAt, unlisted } = metadata ?? {};
    // Matches that operators have stored do not expire.
    if (isReserved(gameName)) this.#writtenAt.delete(name);
    this.#listed.set(matchID, { name, gameName, gameover: gameover === undefined ? undefined : true, updatedAt, createdAt, unlisted: Boolean(unlisted) });
  }

  /** Logs what was done, without the content: it has credentials. */
  #print(what: string, matchID: string) {
    const text = `FlatFile: ${what} match ${JSON.stringify(matchID)}`;
    if (typeof this.#logging === 'function') this.#logging(text);
    else if (this.#logging) print('info', `rondel: ${printable(text)}`);
  }

  /** Runs an operation after those of the same match. An expired match is removed first. */
  #atMatch<T>(matchID: string, work: (folder: MatchFolder) => T | Promise<T>): Promise<T> {
    const name = nameOf(matchID);
    return this.#inTurn(name, async () => {
      const folder = this.#folder(name);
      if (this.#isExpired(name)) await this.#remove(folder, matchID);
      return work(folder);
    });
  }

  #atItem<T>(key: string, work: () => Promise<T>): Promise<T> {
    checkItemKey(key);
    return this.#inTurn(`item ${key}`, work);
  }

  #inTurn<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const job = async () => {
      if (!this.#lock) throw rondelError('storage/open', 'FlatFile: call connect() first');
      await this.#lock.check();
      return work();
    };
    const result = (this.#queues.get(queue) ?? Promise.resolve()).then(job);
    const last = result.catch(noop).then(() => {
      if (this.#queues.get(queue) === last) this.#queues.delete(queue);
    });
    this.#queues.set(queue, last);
    return result;
  }

  #folder(name: string): MatchFolder {
    return new MatchFolder(join(this.#dir, MATCHES, name));
  }

  #quarantined(id: string): MatchFolder {
    return new MatchFolder(join(this.#dir, QUARANTINE, id));
  }

  #isExpired(name: string): boolean {
    return this.#ttl !== undefined && Date.now() - (this.#writtenAt.get(name) ?? Infinity) > this.#ttl;
  }

  async #removeExpired() {
    if (this.#ttl === undefined) return;
    const expired = [...this.#listed].filter(([, { name }]) => this.#isExpired(name));
    await Promise.all(expired.map(([matchID]) => this.#atMatch(matchID, noop)));
  }
}

/** Returns the name of a match's folder. A client has chosen the ID, and file systems accept few names: no character of the ID is in it. */
export function nameOf(matchID: string): string {
  return createHash('sha256').update(keyOf(matchID)).digest('hex');
}

function withoutID(path: string): Error {
  return rondelError('storage/unreadable', `FlatFile: cannot restore ${path}, whose files do not have the ID of its match: write {"matchID":"the ID"} to its file quarantine.json`);
}
