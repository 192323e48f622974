import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rondelError } from '../../util/error.js';
import { randomID } from '../../util/random-id.js';
import { printable } from '../../util/printable.js';
import { messageOf, print } from '../../util/print.js';
import { unref } from '../../util/unref.js';
import { Async, isListed, isSameText, isSameTextIfExpected, isStateAt } from '../../online/storage/storage.js';
import { isReserved } from '../../online/storage/reserved.js';
import { openBoardgameIO } from './flat-file/boardgameio-files.js';
import { readText, probeText, replaceFile } from './flat-file/durable.js';
import { Items, itemKey } from './flat-file/items.js';
import { lockFolder } from './flat-file/folder-lock.js';
import { MatchFolder } from './flat-file/match-folder.js';
import { forEachAtOnce } from '../util/at-once.js';
import { Leases } from './leases.js';
import { PagedMatches } from './pages.js';
import { refuseLater } from './schema-version.js';
import { keyOf, valueOf } from './stored-text.js';

/** As long as node-persist keeps what is to be forgotten without a time. */
const DAY_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 2 * 60 * 1000;

/** What is in the folder: how it is laid out, the matches, and those that could not be read. */
const FORMAT = 'rondel.json';
export const MATCHES = 'matches';
export const QUARANTINE = 'unreadable';
/** What is written to see whether it can be. */
const PROBE = 'probe.txt';
/** What is in it: the name of a match's folder, and another name. */
const QUARANTINED = /^([0-9a-f]{64})\.[\w-]+$/;

const VERSION = 1;


/** So many matches are read or copied at once when the folder is opened, and after so many a word is said. */
const AT_ONCE = 16;
const PRINTED_EACH = 250;

/** How the name of a folder ends that is being made, or removed. */
const UNFINISHED = /\.(new|gone)$/;

/** @typedef {import('../../../storages.d.ts').FlatFile} Declared */

/**
 * Matches in a folder, by boardgame.io's contract and with its options, for one process. What it has confirmed is on the
 * disk. It goes on from what boardgame.io's has left in the folder.
 */
export class FlatFile extends Async {
  #dir;
  #logging;
  #ttl;
  #leases = new Leases();
  #id = randomID();
  /** @type {Map<string, Promise<any>>} what is done last at each match */
  #turns = new Map();
  /** By match, what lists are made by, and its folder. */
  #listed = new PagedMatches();
  /** @type {Map<string, number>} when each match was written, by folder */
  #written = new Map();
  /** @type {Awaited<ReturnType<typeof lockFolder>> | undefined} */
  #lock;
  #sweep;

  /** @param {{ dir: string, logging?: boolean | ((text: string) => void), ttl?: boolean | number }} options */
  constructor(options) {
    super();
    const { dir, logging = false, ttl = false } = options ?? {};
    if (typeof dir !== 'string' || dir === '') throw rondelError('storage/option', 'FlatFile: dir is to be the path of a folder');
    this.#dir = dir;
    this.#logging = logging;
    this.#ttl = timeOf(ttl);
  }

  /** @type {Declared['connect']} Takes the folder for this process, and makes it if there is none. */
  async connect() {
    if (this.#lock) return;
    this.#lock = await this.#lockFolder();
    try {
      await this.#begin();
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#ttl === undefined) return;
    this.#sweep = unref(setInterval(() => this.#forgetAll().catch(() => {}), SWEEP_MS));
  }

  /** @type {Declared['createMatch']} */
  createMatch(matchID, match) {
    return this.#atMatch(matchID, async (folder) => {
      if (!await folder.exists()) return this.#create(folder, matchID, match);
      await folder.writeInitialState(match.initialState);
      await this.#writeMetadata(folder, matchID, match.metadata);
      await this.#writeState(folder, matchID, match.initialState);
    });
  }

  /** @type {Declared['createMatchIfAbsent']} */
  createMatchIfAbsent(matchID, match) {
    return this.#atMatch(matchID, async (folder) => {
      if (await folder.hasBegun()) return false;
      await folder.remove();
      await this.#create(folder, matchID, match);
      return true;
    });
  }

  /** @type {Declared['setState']} */
  setState(matchID, state, deltalog) {
    return this.#atMatch(matchID, async (folder) => {
      if (await folder.exists()) await this.#writeState(folder, matchID, state, deltalog);
      else await this.#create(folder, matchID, { state, log: deltalog });
    });
  }

  /** @type {Declared['compareAndSetState']} */
  compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    return this.#atMatch(matchID, async (folder) => {
      if (!isStateAt(await folder.state(), expectedStateID, expectedRevision)) return false;
      await this.#writeState(folder, matchID, state, deltalog);
      return true;
    });
  }

  /** @type {Declared['setMetadata']} */
  setMetadata(matchID, metadata) {
    return this.#atMatch(matchID, async (folder) => {
      if (await folder.exists()) await this.#writeMetadata(folder, matchID, metadata);
      else await this.#create(folder, matchID, { metadata });
    });
  }

  /** @type {Declared['compareAndSetMetadata']} */
  compareAndSetMetadata(matchID, expected, metadata) {
    return this.#atMatch(matchID, async (folder) => {
      if (!isSameText((await folder.metadata())?.metadata, expected)) return false;
      await this.#writeMetadata(folder, matchID, metadata);
      return true;
    });
  }

  /** @type {Declared['fetch']} What `wanted` names: `state`, `metadata`, `log`, `initialState`. */
  fetch(matchID, wanted) {
    return this.#atMatch(matchID, (folder) => read(folder, wanted));
  }

  /** @type {Declared['fetchLogSince']} */
  fetchLogSince(matchID, stateID) {
    return this.#atMatch(matchID, (folder) => folder.logSince(stateID));
  }

  /** @type {Declared['fetchLogPart']} `before` is how many bytes of the log come before. */
  fetchLogPart(matchID, wanted) {
    return this.#atMatch(matchID, (folder) => folder.logPart(wanted));
  }

  /** @type {Declared['wipe']} */
  wipe(matchID) {
    return this.#atMatch(matchID, (folder) => this.#remove(folder, matchID));
  }

  /** @type {Declared['compareAndWipe']} */
  compareAndWipe(matchID, expectedStateID, expectedRevision, expectedMetadata) {
    return this.#atMatch(matchID, async (folder) => {
      if (!isStateAt(await folder.state(), expectedStateID, expectedRevision)) return false;
      if (!isSameTextIfExpected((await folder.metadata())?.metadata, expectedMetadata)) return false;
      await this.#remove(folder, matchID);
      return true;
    });
  }

  /** @type {Declared['quarantine']} */
  quarantine(matchID) {
    return this.#atMatch(matchID, async (folder) => {
      if (!await folder.exists()) return undefined;
      const id = `${nameOf(matchID)}.${randomID()}`;
      await folder.label({ matchID, quarantinedAt: Date.now() });
      await folder.move(join(this.#dir, QUARANTINE, id));
      this.#forget(matchID);
      return id;
    });
  }

  /** @type {Declared['listQuarantined']} */
  async listQuarantined() {
    const ids = await readdir(join(this.#dir, QUARANTINE)).catch(() => []);
    return Promise.all(ids.filter((id) => QUARANTINED.test(id)).map((id) => this.#quarantined(id)));
  }

  /** @type {Declared['restoreQuarantined']} */
  async restoreQuarantined(id) {
    const [, name] = QUARANTINED.exec(id) ?? [];
    if (name === undefined) return false;
    const { matchID } = await this.#quarantined(id);
    return this.#atFolder({ name, matchID }, async (folder) => {
      if (await folder.exists()) return false;
      const isMoved = await new MatchFolder(join(this.#dir, QUARANTINE, id)).move(join(this.#dir, MATCHES, name));
      await folder.label(undefined);
      if (isMoved) await this.#know(name);
      return isMoved;
    });
  }

  /** Of an earlier version of Rondel's, the metadata alone say which match it is. */
  async #quarantined(id) {
    const folder = new MatchFolder(join(this.#dir, QUARANTINE, id));
    const { matchID, quarantinedAt } = await folder.readLabel() ?? await folder.metadata().catch(() => undefined) ?? {};
    return { id, matchID, quarantinedAt };
  }

  /** @type {Declared['listMatches']} */
  async listMatches(options) {
    await this.#forgetAll();
    return [...this.#listed].filter(([, listing]) => isListed(listing, options)).map(([matchID]) => matchID);
  }

  /** @type {Declared['listPage']} A match that cannot be read has no metadata there. */
  async listPage(options) {
    await this.#forgetAll();
    const page = this.#listed.page(options);
    await forEachAtOnce(page, AT_ONCE, async (entry) => {
      const stored = await this.#atMatch(entry.matchID, (folder) => folder.metadata()).catch(() => undefined);
      entry.metadata = stored?.metadata;
    });
    return page;
  }

  /** @type {Declared['listIdle']} */
  async listIdle(options) {
    await this.#forgetAll();
    return this.#listed.idle(options);
  }

  /** @type {Declared['getItem']} What is kept under a key of one's own, for those who extend the class; undefined if nothing is. */
  async getItem(key) {
    return this.#atItem(key, (items) => items.get(key));
  }

  /** @type {Declared['setItem']} Keeps what JSON can say under a key of one's own, until it is removed. */
  async setItem(key, value) {
    return this.#atItem(key, (items) => items.set(key, value));
  }

  /** @type {Declared['removeItem']} */
  async removeItem(key) {
    return this.#atItem(key, (items) => items.remove(key));
  }

  /** @type {Declared['fetchStorageID']} One process alone uses the folder: nobody else has to know it. */
  async fetchStorageID() {
    return this.#id;
  }

  /** @type {Declared['probe']} Whether the disk takes something: a file that nobody reads. */
  async probe() {
    await replaceFile(join(this.#dir, PROBE), probeText());
  }

  /** @type {Declared['renewLease']} */
  async renewLease(nodeID, milliseconds) {
    return this.#leases.renew(nodeID, milliseconds);
  }

  /** @type {Declared['fetchLeases']} */
  async fetchLeases() {
    return this.#leases.alive();
  }

  /** @type {Declared['endLease']} */
  async endLease(nodeID) {
    this.#leases.end(nodeID);
  }

  /** @type {Declared['close']} Finishes what has begun, and gives the folder back. */
  async close() {
    clearInterval(this.#sweep);
    while (this.#turns.size > 0) await Promise.all(this.#turns.values());
    const lock = this.#lock;
    this.#lock = undefined;
    await lock?.release();
  }

  async #lockFolder() {
    try {
      await mkdir(join(this.#dir, MATCHES), { recursive: true });
      return await lockFolder(this.#dir);
    } catch (error) {
      if (error.code === 'storage/locked') throw error;
      throw rondelError('storage/open', `FlatFile: cannot open ${this.#dir}: ${messageOf(error)}`);
    }
  }

  async #begin() {
    const path = join(this.#dir, FORMAT);
    const format = valueOf(await readText(path), path);
    refuseLater(format?.version ?? 0, VERSION, this.#dir);
    await forEachAtOnce(await readdir(join(this.#dir, MATCHES)), AT_ONCE, async (name) => {
      if (UNFINISHED.test(name)) await rm(join(this.#dir, MATCHES, name), { recursive: true, force: true });
      else await this.#know(name);
    });
    if (format) return;
    await this.#takeOver();
    await replaceFile(path, JSON.stringify({ version: VERSION }));
  }

  /** What others have made unreadable is found when it is asked for. */
  async #know(name) {
    const path = join(this.#dir, MATCHES, name);
    const times = await Promise.all([stat(path), stat(join(path, 'state.json')).catch(() => null)]);
    this.#written.set(name, Math.max(...times.map((time) => time?.mtimeMs ?? 0)));
    const { matchID, metadata } = await new MatchFolder(path).metadata().catch(() => undefined) ?? {};
    if (matchID !== undefined) this.#list(name, matchID, metadata);
  }

  /** What boardgame.io's has left, once. Its files stay as they are. */
  async #takeOver() {
    const warn = (text) => print('warn', `rondel: FlatFile: ${printable(text)}`);
    const { matchIDs, readMatch } = await openBoardgameIO(this.#dir, warn);
    let count = 0;
    await forEachAtOnce(matchIDs, AT_ONCE, async (matchID) => {
      const folder = this.#folder(matchID);
      const match = await folder.exists() ? undefined : await readMatch(matchID);
      if (match) await this.#create(folder, matchID, match);
      count += 1;
      if (count % PRINTED_EACH === 0) print('info', `rondel: FlatFile: ${count} of ${matchIDs.length} matches of boardgame.io's are copied`);
    });
  }

  async #create(folder, matchID, match) {
    await folder.create(matchID, match);
    this.#note('created', matchID);
    if (match.metadata !== undefined) this.#list(nameOf(matchID), matchID, match.metadata);
  }

  async #writeState(folder, matchID, state, deltalog) {
    await folder.writeState(state, deltalog);
    this.#note('wrote the state of', matchID);
  }

  async #writeMetadata(folder, matchID, metadata) {
    await folder.writeMetadata(matchID, metadata);
    this.#note('wrote the metadata of', matchID);
    this.#list(nameOf(matchID), matchID, metadata);
  }

  async #remove(folder, matchID) {
    await folder.remove();
    this.#forget(matchID);
    this.#say(`removed match ${JSON.stringify(matchID)}`);
  }

  #forget(matchID) {
    this.#listed.delete(matchID);
    this.#written.delete(nameOf(matchID));
  }

  #list(name, matchID, metadata) {
    const { gameName, gameover, updatedAt, createdAt, unlisted } = metadata ?? {};
    const isOver = gameover === undefined ? undefined : true;
    // Matches that operators have stored stay.
    if (isReserved(gameName)) this.#written.delete(name);
    this.#listed.set(matchID, { name, gameName, gameover: isOver, updatedAt, createdAt, unlisted: Boolean(unlisted) });
  }

  #note(what, matchID) {
    this.#written.set(nameOf(matchID), Date.now());
    this.#say(`${what} match ${JSON.stringify(matchID)}`);
  }

  /** What is written stays out of it: there are credentials in it. */
  #say(text) {
    if (typeof this.#logging === 'function') this.#logging(`FlatFile: ${text}`);
    else if (this.#logging) print('info', `rondel: FlatFile: ${printable(text)}`);
  }

  /** One thing at a time at each match. */
  #atMatch(matchID, work) {
    return this.#atFolder({ name: nameOf(matchID), matchID }, work);
  }

  #atFolder({ name, matchID }, work) {
    const folder = new MatchFolder(join(this.#dir, MATCHES, name));
    return this.#inTurn(name, async () => {
      if (this.#isForgotten(name)) await this.#remove(folder, matchID);
      return work(folder);
    });
  }

  #atItem(key, work) {
    return this.#inTurn(`item ${itemKey(key)}`, () => work(new Items(this.#dir)));
  }

  #inTurn(name, work) {
    const job = async () => {
      if (!this.#lock) throw rondelError('storage/open', 'FlatFile: connect() comes first');
      await this.#lock.check();
      return work();
    };
    const result = (this.#turns.get(name) ?? Promise.resolve()).then(job);
    const turn = result.catch(() => {}).then(() => {
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    });
    this.#turns.set(name, turn);
    return result;
  }

  #folder(matchID) {
    return new MatchFolder(join(this.#dir, MATCHES, nameOf(matchID)));
  }

  #isForgotten(name) {
    return this.#ttl !== undefined && Date.now() - (this.#written.get(name) ?? Infinity) > this.#ttl;
  }

  async #forgetAll() {
    if (this.#ttl === undefined) return;
    const forgotten = [...this.#listed].filter(([, { name }]) => this.#isForgotten(name));
    await Promise.all(forgotten.map(([matchID]) => this.#atMatch(matchID, () => {})));
  }
}

async function read(folder, wanted) {
  const result = {};
  if (wanted.state) result.state = await folder.state();
  if (wanted.metadata) result.metadata = (await folder.metadata())?.metadata;
  if (wanted.log) result.log = await folder.log();
  if (wanted.initialState) result.initialState = await folder.initialState();
  return result;
}

/** Strangers name matches, and disks take few names: no character of theirs gets into a path. */
export function nameOf(matchID) {
  return createHash('sha256').update(keyOf(matchID)).digest('hex');
}

/** As node-persist reads it. */
function timeOf(ttl) {
  if (!ttl) return undefined;
  return typeof ttl === 'number' && ttl > 0 ? ttl : DAY_MS;
}
