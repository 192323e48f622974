import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rondelError } from '../../../util/error.js';
import { forEachAtOnce } from '../../util/at-once.js';
import { logSince } from '../log-since.js';
import { valueOf } from '../stored-text.js';
import { readText, replaceFile, syncFolder, writeAt } from './durable.js';

const STATE = 'state.json';
const LOG = 'log.jsonl';
const INITIAL = 'initial.json';
const METADATA = 'metadata.json';
const LABEL = 'quarantine.json';

/** How the text of metadata begins; the name is a JSON text. */
const METADATA_HEAD = /^\{"matchID":("(?:[^"\\]|\\.)*"),"metadata":/;

const NEWLINE = 10;
/** Bytes of a log that are read at once, far below what a text of JavaScript's may have. */
const MOST_AT_ONCE = 100_000_000;
/** Bytes that are read at once where the entries that are wanted stand at the end. */
const PART = 100_000;

/**
 * One match on the disk, in a folder of its own. The first line of `state.json` says how many bytes of the log are the
 * state's: what stands behind them was written by somebody who has not come to an end.
 */
export class MatchFolder {
  #path;

  constructor(path) {
    this.#path = path;
  }

  /** All of a new match, or nothing of it: it is made beside its place. */
  async create(matchID, match) {
    await this.#createOf(filesOf(matchID, match));
  }

  /** As `create`, of the very texts that `texts` returns, as a folder in quarantine. */
  async createOf({ matchID, quarantinedAt, state, initialState, metadata, log }) {
    const lines = log.map((text) => `${text}\n`).join('');
    const files = [
      [STATE, state === null ? null : `${JSON.stringify({ logSize: Buffer.byteLength(lines) })}\n${state}`],
      [INITIAL, initialState],
      [METADATA, metadata === null ? null : `{"matchID":${JSON.stringify(matchID)},"metadata":${metadata}}`],
      [LOG, lines || null],
      [LABEL, JSON.stringify({ matchID, quarantinedAt })],
    ];
    await mkdir(dirname(this.#path), { recursive: true });
    await this.#createOf(files.filter(([, text]) => text !== null));
  }

  async #createOf(files) {
    const beside = `${this.#path}.new`;
    try {
      await rm(beside, { recursive: true, force: true });
      await mkdir(beside);
      await forEachAtOnce(files, files.length, ([name, text]) => writeAt(join(beside, name), 'w', text, 0));
      await syncFolder(beside);
      await rename(beside, this.#path);
    } catch (error) {
      await rm(beside, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(this.#path));
  }

  async exists() {
    return isThere(this.#path);
  }

  /** Whether there is anything of a match but who plays, be it to be read or not. */
  async hasBegun() {
    const there = await Promise.all([STATE, INITIAL, LOG].map((name) => isThere(join(this.#path, name))));
    return there.includes(true);
  }

  async state() {
    return (await this.#readState())?.state();
  }

  async initialState() {
    return valueOf(await readText(join(this.#path, INITIAL)), 'initialState');
  }

  /** The metadata, and whose they are. */
  async metadata() {
    const stored = valueOf(await readText(join(this.#path, METADATA)), 'metadata');
    if (stored === undefined) return undefined;
    if (typeof stored?.matchID !== 'string') throw rondelError('storage/unreadable', 'metadata: expected an object with a matchID');
    return stored;
  }

  /** Whose it is, as far as the metadata can be read. */
  async matchID() {
    const text = await readText(join(this.#path, METADATA));
    return readable(text)?.matchID ?? readable(METADATA_HEAD.exec(text ?? '')?.[1]);
  }

  /** All that there is of a match, as the texts that are stored. Throws if there is less of the log than its state says. */
  async texts() {
    const [initialState = null, metadata] = await Promise.all([INITIAL, METADATA].map((name) => readText(join(this.#path, name))));
    const state = await this.#readState();
    const lines = state && state.logSize > 0 ? (await this.#readLog(0, state.logSize)).toString().trimEnd().split('\n') : [];
    return { state: state?.text ?? null, initialState, metadata: metadata === undefined ? null : metadataIn(metadata), log: lines };
  }

  async log() {
    const logSize = (await this.#readState())?.logSize ?? 0;
    return logSize === 0 ? [] : entriesIn(await this.#readLog(0, logSize));
  }

  /** What has happened in this state and in later ones. */
  async logSince(stateID) {
    const since = [];
    /** @type {number | null} */
    let before = Infinity;
    while (before !== null) {
      const part = await this.logPart({ before, bytes: PART });
      const entries = logSince(part.log, stateID);
      since.unshift(...entries);
      before = entries.length === part.log.length ? part.before : null;
    }
    return since;
  }

  /** The last entries that fit, of those that end before a byte; and the byte at which they begin, if that is not the first. */
  async logPart({ before = Infinity, bytes }) {
    const { logSize = 0 } = await this.#readState() ?? {};
    const end = Math.min(before, logSize);
    let length = Math.max(bytes, 1);
    for (let isLonger = false; end > 0; isLonger = true) {
      // With the end of the line before: a part begins after one.
      const start = Math.max(0, end - length - 1);
      const text = await this.#readLog(start, end);
      if (text.at(-1) !== NEWLINE) {
        if (end === logSize) throw rondelError('storage/unreadable', `log: expected the end of an entry at byte ${end}`);
        // Somebody has made it up.
        break;
      }
      const before = isLonger ? text.lastIndexOf(NEWLINE, -2) : start === 0 ? -1 : text.indexOf(NEWLINE);
      const first = before + 1;
      const hasBegun = start === 0 || before !== -1;
      if (hasBegun && first < text.length) return { log: entriesIn(text.subarray(first)), before: start + first > 0 ? start + first : null };
      // A single line may be longer.
      length *= 2;
    }
    return { log: [], before: null };
  }

  async #readLog(start, end) {
    const file = await openLog(join(this.#path, LOG));
    try {
      const { size } = await file?.stat() ?? { size: 0 };
      if (size < end) throw rondelError('storage/unreadable', `log: expected ${end} bytes, got ${size}`);
      if (end - start > MOST_AT_ONCE) throw rondelError('storage/unreadable', `log: ${end - start} bytes are more than are read at once`);
      return await readBytes(file, start, end);
    } finally {
      await file?.close();
    }
  }

  async writeInitialState(state) {
    await replaceFile(join(this.#path, INITIAL), JSON.stringify(state));
  }

  async writeMetadata(matchID, metadata) {
    await replaceFile(join(this.#path, METADATA), metadataText(matchID, metadata));
  }

  /** With the entries that it adds to the log. They count as soon as the state is there. */
  async writeState(state, deltalog = []) {
    const lines = linesOf(deltalog);
    const { logSize = 0 } = await this.#readState() ?? {};
    const text = stateText(state, logSize + Buffer.byteLength(lines));
    if (lines !== '') await writeAt(join(this.#path, LOG), logSize === 0 ? 'w' : 'r+', lines, logSize);
    await replaceFile(join(this.#path, STATE), text);
  }

  /** Says whose it is and since when, for a folder in quarantine; undefined for one that is none any more. */
  async label(text) {
    const path = join(this.#path, LABEL);
    if (text === undefined) await rm(path, { force: true });
    else await replaceFile(path, JSON.stringify(text));
  }

  /** What `label` has said, if it has. */
  async readLabel() {
    const text = await readText(join(this.#path, LABEL)).catch(() => undefined);
    try {
      return JSON.parse(text ?? 'null');
    } catch {
      return null;
    }
  }

  /** Takes it away at once. What the disk keeps of it then is no match any more, and goes when the folder is opened. */
  async remove() {
    const beside = `${this.#path}.gone`;
    await rm(beside, { recursive: true, force: true });
    if (await this.move(beside)) await rm(beside, { recursive: true, force: true }).catch(() => {});
  }

  /** Whether there was anything to be moved. */
  async move(place) {
    try {
      await mkdir(dirname(place), { recursive: true });
      await rename(this.#path, place);
    } catch (error) {
      if (error.code === 'ENOENT') return false;
      throw error;
    }
    await syncFolder(dirname(this.#path));
    return true;
  }

  async #readState() {
    const text = await readText(join(this.#path, STATE));
    if (text === undefined) return undefined;
    const end = text.indexOf('\n');
    const { logSize } = valueOf(text.slice(0, Math.max(end, 0)), 'state') ?? {};
    if (!Number.isSafeInteger(logSize) || logSize < 0) throw rondelError('storage/unreadable', 'state: expected a logSize');
    const own = text.slice(end + 1);
    return { logSize, text: own, state: () => valueOf(own, 'state') };
  }
}

function isThere(path) {
  return access(path).then(() => true, () => false);
}

/** What a new match consists of: names and texts. What it lacks is undefined. */
function filesOf(matchID, { initialState, metadata, state = initialState, log = [] }) {
  const lines = linesOf(log);
  const files = [];
  if (initialState !== undefined) files.push([INITIAL, JSON.stringify(initialState)]);
  if (metadata !== undefined) files.push([METADATA, metadataText(matchID, metadata)]);
  if (lines !== '') files.push([LOG, lines]);
  if (state !== undefined) files.push([STATE, stateText(state, Buffer.byteLength(lines))]);
  return files;
}

function metadataText(matchID, metadata) {
  return JSON.stringify({ matchID, metadata });
}

/** The metadata in the text of their file, also where they are torn. */
function metadataIn(text) {
  const { metadata } = readable(text) ?? {};
  if (metadata !== undefined) return JSON.stringify(metadata);
  const [head] = METADATA_HEAD.exec(text) ?? [];
  if (head === undefined) throw rondelError('storage/unreadable', 'metadata: expected an object with a matchID');
  return text.slice(head.length).replace(/\}$/, '');
}

function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(log) {
  return log.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function stateText(state, logSize) {
  return `${JSON.stringify({ logSize })}\n${JSON.stringify(state)}`;
}

function entriesIn(bytes) {
  return bytes.toString().trimEnd().split('\n').map((line, i) => valueOf(line, `log[${i}]`));
}

/** A disk may hand over less at once than it is asked for. */
async function readBytes(file, start, end) {
  const bytes = Buffer.alloc(end - start);
  for (let read = 0; read < bytes.length;) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) throw rondelError('storage/unreadable', `log: expected ${end} bytes, got ${start + read}`);
    read += bytesRead;
  }
  return bytes;
}

/** Null if there is none. Whatever else keeps it from being opened says nothing of the match. */
async function openLog(path) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
