import { access, mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noop, rondelError } from '../../rondel.js';
import { forEachAtOnce } from '../../util/at-once.js';
import { ifAbsent, readText, replaceFile, syncFolder, writeText } from '../disk.js';
import { logSince } from '../log-since.js';
import { valueOf } from '../stored-text.js';
import type { LogEntry } from 'rondel';
import type { Server, StorageAPI } from 'rondel/master';

/** Parts of a match to write. `log` has the entries that the state adds. */
export type MatchParts = { [field in keyof StorageAPI.FetchFields]?: StorageAPI.FetchFields[field] | undefined };

/** Stored texts of a match; null for a part that it does not have. */
export interface MatchTexts {
  state: string | null;
  initialState: string | null;
  metadata: string | null;
  log: string[];
}

/** A file's name and text. */
type File = [name: string, text: string];
/** The label of a match in quarantine, as far as its files say it. */
type Label = Omit<StorageAPI.Quarantined, 'id'>;
/** The content of a file of metadata. */
type OwnedMetadata = { matchID: string, metadata: Server.MatchData };
/** The content of a file of a state. The size is that of the state's log, in bytes. */
type StateText = { logSize: number, text: string };

const STATE = 'state.json';
const LOG = 'log.jsonl';
const INITIAL = 'initial.json';
const METADATA = 'metadata.json';
const LABEL = 'quarantine.json';

/** Start of the text of a metadata file, with the JSON text of the ID. */
const METADATA_START = /^\{"matchID":("(?:[^"\\]|\\.)*"),"metadata":/;

/** Maximum size of a read of the log, in bytes: far below the maximum length of a JavaScript string. */
const MAX_READ = 100_000_000;
/** Size of a read from the end of the log, in bytes. */
const READ_SIZE = 100_000;

/**
 * The folder of one match, for one operation: it reads the state at most once. The first line of `state.json` has the size of the log.
 * An interrupted write may have left more in `log.jsonl`.
 */
export class MatchFolder {
  #path: string;
  #state: Promise<StateText | undefined> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  exists(): Promise<boolean> {
    return isThere(this.#path);
  }

  /** Returns `true` if anything but metadata is stored, whether it can be read or not. */
  async hasBegun(): Promise<boolean> {
    const found = await Promise.all([STATE, INITIAL, LOG].map((name) => isThere(this.#file(name))));
    return found.includes(true);
  }

  /** Returns the time of the last write, in milliseconds. */
  async writtenAt(): Promise<number> {
    return (await stat(this.#path)).mtimeMs;
  }

  /** Reads the wanted parts. The master checks them. */
  async fetch<O extends StorageAPI.FetchOpts>(wanted: O): Promise<StorageAPI.FetchResult<O>> {
    const found: { [field in keyof StorageAPI.FetchFields]?: unknown } = {};
    if (wanted.state) found.state = await this.state();
    if (wanted.metadata) found.metadata = (await this.metadata())?.metadata;
    if (wanted.initialState) found.initialState = valueOf(await readText(this.#file(INITIAL)), 'initialState');
    if (wanted.log) found.log = entriesIn(await this.#logLines());
    return found as StorageAPI.FetchResult<O>;
  }

  async state(): Promise<StorageAPI.StoredState | undefined> {
    return valueOf((await this.#readState())?.text, 'state') as StorageAPI.StoredState | undefined;
  }

  async metadata(): Promise<OwnedMetadata | undefined> {
    const stored = valueOf(await readText(this.#file(METADATA)), 'metadata') as OwnedMetadata | undefined;
    if (stored !== undefined && typeof stored?.matchID !== 'string') throw withoutID();
    return stored;
  }

  /** Reads the ID of the match, also if its metadata are torn. */
  async matchID(): Promise<string | undefined> {
    return splitMetadata(await readText(this.#file(METADATA))).matchID;
  }

  /** Reads all texts. Throws if the log is shorter than the state says. */
  async texts(): Promise<MatchTexts> {
    const [initialState, stored] = await Promise.all([INITIAL, METADATA].map((name) => readText(this.#file(name))));
    const { metadata } = splitMetadata(stored);
    if (stored !== undefined && metadata === undefined) throw withoutID();
    const state = await this.#readState();
    return { state: state?.text ?? null, initialState: initialState ?? null, metadata: metadata ?? null, log: await this.#logLines() };
  }

  /** Reads the entries of this state and later ones. */
  async logSince(stateID: number): Promise<LogEntry[]> {
    const since: LogEntry[] = [];
    let before: number | null = Infinity;
    while (before !== null) {
      const part: StorageAPI.LogPart = await this.logPart({ before, bytes: READ_SIZE });
      const entries = logSince(part.log, stateID);
      since.unshift(...entries);
      before = entries.length === part.log.length ? part.before : null;
    }
    return since;
  }

  /** Reads the last entries that fit, or one, of those that end at or before a byte. The result has the byte at which they start. */
  async logPart({ before = Infinity, bytes }: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart> {
    const { logSize = 0 } = await this.#readState() ?? {};
    const end = Math.min(before, logSize);
    for (let size = Math.max(bytes, 1); end > 0; size *= 2) {
      const start = Math.max(0, end - size - 1);
      const text = await this.#readLog(start, end);
      if (!text.endsWith('\n')) {
        if (end === logSize) throw unreadable(`log: expected the end of an entry at byte ${end}`);
        // A client has made up this `before`.
        break;
      }
      const lines = linesIn(text);
      // The end of an entry, or the newline of the one before.
      if (start > 0) lines.shift();
      let length = sizeOf(lines);
      while (lines.length > 1 && length > bytes + 1) length -= sizeOf([lines.shift() as string]);
      if (lines.length > 0) return { log: entriesIn(lines), before: end - length || null };
    }
    return { log: [], before: null };
  }

  /** Writes parts of a match: in one step if there is no such match. Returns `true` if there was none. */
  async write(matchID: string, { state, initialState, metadata, log = [] }: MatchParts): Promise<boolean> {
    const isNew = !await this.exists();
    const { logSize = 0 } = isNew || state === undefined ? {} : await this.#readState() ?? {};
    const texts = { state: textOf(state), initialState: textOf(initialState), metadata: textOf(metadata), log: log.map((entry) => JSON.stringify(entry)) };
    const files = filesOf(matchID, texts, logSize);
    if (isNew) await this.#create(files);
    else for (const file of files) await this.#replace(file, logSize);
    return isNew;
  }

  /** Creates a match in quarantine, in one step. */
  async createQuarantined(label: { matchID: string, quarantinedAt: number | null }, texts: MatchTexts) {
    await mkdir(dirname(this.#path), { recursive: true });
    await this.#create([...filesOf(label.matchID, texts, 0), [LABEL, JSON.stringify(label)]]);
  }

  /** Moves the match into quarantine, with a label. */
  async quarantine(path: string, label: Label) {
    await replaceFile(this.#file(LABEL), JSON.stringify(label));
    await mkdir(dirname(path), { recursive: true });
    await this.#move(path);
  }

  /** Reads the label of a match in quarantine. Earlier versions of Rondel have not written one. */
  async label(): Promise<Label> {
    const { matchID = await this.matchID(), quarantinedAt }: Label = Object(jsonIn(await readText(this.#file(LABEL))));
    return { matchID, quarantinedAt };
  }

  /** Moves the match out of quarantine. Returns `false` if it is not there any more. */
  async restore(path: string): Promise<boolean> {
    if (!await this.#move(path)) return false;
    await rm(join(path, LABEL), { force: true });
    return true;
  }

  /** Removes the match in one step. If the disk keeps files of it, they are removed when the storage is opened. */
  async remove() {
    const removed = `${this.#path}.gone`;
    await rm(removed, { recursive: true, force: true });
    if (await this.#move(removed)) await rm(removed, { recursive: true, force: true }).catch(noop);
  }

  /** Returns `false` if the folder does not exist. */
  async #move(path: string): Promise<boolean> {
    if (!await this.exists()) return false;
    await rename(this.#path, path);
    await syncFolder(dirname(this.#path));
    return true;
  }

  async #create(files: File[]) {
    const unfinished = `${this.#path}.new`;
    try {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished);
      await forEachAtOnce(files, files.length, ([name, text]) => writeText(join(unfinished, name), text));
      await syncFolder(unfinished);
      await rename(unfinished, this.#path);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true }).catch(noop);
      throw error;
    }
    await syncFolder(dirname(this.#path));
  }

  /** Replaces a file, or adds to the log: what it adds counts as soon as the state is stored. */
  async #replace([name, text]: File, logSize: number) {
    const path = this.#file(name);
    if (name !== LOG) return replaceFile(path, text);
    if (logSize > 0) await truncate(path, logSize);
    await writeText(path, text, logSize > 0 ? 'a' : 'w');
  }

  #readState(): Promise<StateText | undefined> {
    this.#state ??= readText(this.#file(STATE)).then(splitState);
    return this.#state;
  }

  async #logLines(): Promise<string[]> {
    const { logSize = 0 } = await this.#readState() ?? {};
    return logSize === 0 ? [] : linesIn(await this.#readLog(0, logSize));
  }

  async #readLog(start: number, end: number): Promise<string> {
    const file = await open(this.#file(LOG), 'r').catch(ifAbsent);
    try {
      const { size } = await file?.stat() ?? { size: 0 };
      if (!file || size < end) throw unreadable(`log: expected ${end} bytes, got ${size}`);
      if (end - start > MAX_READ) throw unreadable(`log: ${end - start} bytes are more than are read at once`);
      const bytes = Buffer.alloc(end - start);
      // A disk may return less than it is asked for.
      for (let read = 0; read < bytes.length;) {
        const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
        if (bytesRead === 0) throw unreadable(`log: expected ${end} bytes, got ${start + read}`);
        read += bytesRead;
      }
      return bytes.toString();
    } finally {
      await file?.close();
    }
  }

  #file(name: string): string {
    return join(this.#path, name);
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false);
}

/** Returns files in the order in which they are written: the state comes after its log. */
function filesOf(matchID: string, { state, initialState, metadata, log }: MatchTexts, logSize: number): File[] {
  const files: File[] = [];
  if (initialState !== null) files.push([INITIAL, initialState]);
  if (metadata !== null) files.push([METADATA, `{"matchID":${JSON.stringify(matchID)},"metadata":${metadata}}`]);
  if (log.length > 0) files.push([LOG, `${log.join('\n')}\n`]);
  if (state !== null) files.push([STATE, `${JSON.stringify({ logSize: logSize + sizeOf(log) })}\n${state}`]);
  return files;
}

function splitState(text: string | undefined): StateText | undefined {
  if (text === undefined) return undefined;
  const end = Math.max(text.indexOf('\n'), 0);
  const { logSize } = (valueOf(text.slice(0, end), 'state') ?? {}) as { logSize: number };
  if (!Number.isSafeInteger(logSize) || logSize < 0) throw unreadable('state: expected a logSize');
  return { logSize, text: text.slice(end + 1) };
}

/** Returns the ID and the text of the metadata, also if that is torn, or was copied as it is. */
function splitMetadata(text: string | undefined): { matchID?: string | undefined, metadata?: string | undefined } {
  const { matchID, metadata } = Object(jsonIn(text)) as Partial<OwnedMetadata>;
  if (metadata !== undefined) return { matchID, metadata: JSON.stringify(metadata) };
  const [start, id] = METADATA_START.exec(text ?? '') ?? [];
  return start === undefined ? { matchID } : { matchID: jsonIn(id) as string, metadata: text?.slice(start.length).replace(/\}$/, '') };
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function linesIn(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** Returns the size of lines in the log, in bytes. */
function sizeOf(lines: string[]): number {
  return lines.reduce((size, line) => size + Buffer.byteLength(line) + 1, 0);
}

function entriesIn(lines: string[]): LogEntry[] {
  return lines.map((line, i) => valueOf(line, `log[${i}]`) as LogEntry);
}

/** Returns undefined if a text is no JSON. */
function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function unreadable(message: string): Error {
  return rondelError('storage/unreadable', message);
}

function withoutID(): Error {
  return unreadable('metadata: expected an object with a matchID');
}
