import { rondelError } from '../../util/error.js';
import { Sync } from './contract.js';
import { logPart } from './log-part.js';
import { noop } from '../../util/noop.js';
import { randomID } from '../../util/random.js';
import { isUnreadable } from './stored-match.js';
import { listQuarantined, quarantine, restoreQuarantined } from './local-quarantine.js';
import { hasMembers } from '../../util/objects.js';
import { messageOf } from '../../util/print.js';
import type { LogEntry, State } from '../../../types/game.js';
import type { Server, StorageAPI } from '../../../types/master.js';
import type { Foreign } from '../../util/foreign.js';
import type { Lists } from './local-quarantine.js';
import type { UncheckedMetadata } from './stored-match.js';

/** Values by match. */
export interface MatchMap<Value> extends Iterable<[matchID: string, value: Value]> {
  get(matchID: string): Value | undefined;
  set(matchID: string, value: Value): unknown;
  delete(matchID: string): boolean;
}

/** A match that a page has seen, to be stored again after the user has cleared what sites store. */
export type RecalledMatch = Pick<StorageAPI.FetchFields, 'state'> & Partial<StorageAPI.FetchFields>;

/** Filters of a list of matches. */
export interface ListOptions {
  gameName?: string | undefined;
  where?: StorageAPI.ListPageOpts['where'];
}

/** The numbers of a stored state. Others may have written anything there. */
type UncheckedNumbers = { _stateID?: unknown, _revision?: unknown } | null | undefined;

/** A match in quarantine in memory. */
interface QuarantinedMatch {
  matchID: string;
  quarantinedAt: number;
  match: [field: Field, value: unknown][];
}

/** Stored fields of each match. */
const FIELDS = ['state', 'initial', 'metadata', 'log'] as const;
type Field = typeof FIELDS[number];
/** The fields that a match has once it has begun: metadata may have been stored before that. */
const BEGUN: readonly Field[] = ['state', 'initial', 'log'];

/** Keeps matches as long as the page or the process lives. */
export class InMemory extends Sync {
  declare state: MatchMap<StorageAPI.StoredState>;
  declare initial: MatchMap<State>;
  declare metadata: MatchMap<Server.MatchData>;
  declare log: MatchMap<LogEntry[]>;
  #quarantined: Map<string, QuarantinedMatch> = new Map();

  constructor() {
    super();
    this.state = new Map();
    this.initial = new Map();
    this.metadata = new Map();
    this.log = new Map();
  }

  createMatch(matchID: string, { initialState, metadata }: StorageAPI.CreateMatchOpts): void {
    this.initial.set(matchID, initialState);
    this.setState(matchID, initialState);
    this.setMetadata(matchID, metadata);
  }

  createMatchIfAbsent(matchID: string, match: StorageAPI.CreateMatchOpts): boolean {
    if (this.holds(matchID, BEGUN)) return false;
    this.createMatch(matchID, match);
    return true;
  }

  setMetadata(matchID: string, metadata: Server.MatchData): void {
    this.metadata.set(matchID, metadata);
  }

  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean {
    if (!isSameText(this.metadata.get(matchID), expected)) return false;
    this.setMetadata(matchID, metadata);
    return true;
  }

  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean {
    if (!isStateAt(this.state.get(matchID), expectedStateID, expectedRevision)) return false;
    this.setState(matchID, state, deltalog);
    return true;
  }

  setState(matchID: string, state: State, deltalog?: LogEntry[]): void {
    if (deltalog && deltalog.length > 0) {
      const log = this.log.get(matchID);
      if (log) log.push(...deltalog);
      else this.log.set(matchID, [...deltalog]);
    }
    this.state.set(matchID, state);
  }

  fetch<O extends StorageAPI.FetchOpts>(matchID: string, { state, metadata, log, initialState }: O): StorageAPI.FetchResult<O> {
    const result: Partial<StorageAPI.FetchFields> = {};
    if (state) result.state = this.state.get(matchID);
    if (metadata) result.metadata = this.metadata.get(matchID);
    if (log) result.log = copyOf(this.log.get(matchID));
    if (initialState) result.initialState = this.initial.get(matchID);
    // It has the fields that were wanted.
    return result as StorageAPI.FetchResult<O>;
  }

  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart {
    return logPart(this.log.get(matchID), wanted);
  }

  /** Returns `true` if any data of a match is stored. Text of other programs may contain null. */
  holds(matchID: string, fields: readonly Field[] = FIELDS): boolean {
    return fields.some((field) => (this[field].get(matchID) ?? null) !== null);
  }

  quarantine(matchID: string): string | undefined {
    if (!this.holds(matchID)) return undefined;
    const id = randomID();
    const match = FIELDS.map((field): [Field, unknown] => [field, this[field].get(matchID)]).filter(([, value]) => value !== undefined);
    this.#quarantined.set(id, { matchID, quarantinedAt: Date.now(), match });
    for (const field of FIELDS) this[field].delete(matchID);
    return id;
  }

  listQuarantined(): StorageAPI.Quarantined[] {
    return [...this.#quarantined].map(([id, { matchID, quarantinedAt }]) => ({ id, matchID, quarantinedAt }));
  }

  restoreQuarantined(id: string): boolean {
    const kept = this.#quarantined.get(id);
    if (!kept || this.holds(kept.matchID)) return false;
    for (const [field, value] of kept.match) (this[field] as MatchMap<unknown>).set(kept.matchID, value);
    this.#quarantined.delete(id);
    return true;
  }

  wipe(matchID: string): void {
    for (const field of FIELDS) this[field].delete(matchID);
  }

  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean {
    if (!isStateAt(this.state.get(matchID), expectedStateID, expectedRevision)) return false;
    if (!isSameTextIfExpected(this.metadata.get(matchID), expectedMetadata)) return false;
    this.wipe(matchID);
    return true;
  }

  listMatches(options?: StorageAPI.ListMatchesOpts): string[] {
    return [...this.metadata].filter(([, metadata]) => isListed(metadata, options)).map(([matchID]) => matchID);
  }
}

/**
 * Keeps matches in the browser's `localStorage`, where boardgame.io's storage of this name keeps them: matches that
 * it has stored go on. Several tabs may use it at once. Where the browser fails to read or store, it throws a `StorageUnavailable`.
 */
export class LocalStorage extends InMemory {
  #prefix: string;
  #cleared: () => void = noop;

  constructor(storagePrefix = 'bgio') {
    super();
    this.#prefix = storagePrefix;
    for (const field of FIELDS) (this as Record<Field, MatchMap<Foreign>>)[field] = new StoredMap(`${storagePrefix}_${field}`, () => this.#cleared());
  }

  /** `cleared` is called where a list that was there is gone, as after `localStorage.clear()`. Nothing here removes one. */
  whenCleared(cleared: () => void): void {
    this.#cleared = cleared;
  }

  /** Stores matches that are not there. */
  restore(matches: Iterable<[matchID: string, match: RecalledMatch]>): void {
    for (const [matchID, { initialState, state, metadata, log }] of matches) {
      if (this.holds(matchID, ['state'])) continue;
      try {
        for (const [field, value] of Object.entries({ initial: initialState, metadata, log, state })) {
          if (value !== undefined) (this[field as Field] as MatchMap<unknown>).set(matchID, value);
        }
      } catch (error) {
        // The storage is full. Half a match could not be read.
        this.wipe(matchID);
        throw error;
      }
    }
  }

  createMatch(matchID: string, match: StorageAPI.CreateMatchOpts): void {
    try {
      super.createMatch(matchID, match);
    } catch (error) {
      // The storage is full. Half a match could not be read.
      this.initial.delete(matchID);
      this.state.delete(matchID);
      throw error;
    }
  }

  setState(matchID: string, state: State, deltalog?: LogEntry[]): void {
    const log = this.log.get(matchID);
    if (deltalog && deltalog.length > 0) this.log.set(matchID, [...(log ?? []), ...deltalog]);
    try {
      this.state.set(matchID, state);
    } catch (error) {
      // The storage is full. The log must not contain what has not happened.
      if (log) this.log.set(matchID, log);
      else this.log.delete(matchID);
      throw error;
    }
  }

  quarantine(matchID: string): string | undefined {
    return quarantine(this.#prefix, this.#lists, matchID);
  }

  listQuarantined(): StorageAPI.Quarantined[] {
    return listQuarantined(this.#prefix);
  }

  restoreQuarantined(id: string): boolean {
    return restoreQuarantined(this.#prefix, this.#lists, id);
  }

  get #lists(): Lists {
    // The constructor has made the maps.
    return Object.fromEntries(FIELDS.map((field) => [field, this[field] as StoredMap]));
  }
}

/** A map that is written to `localStorage` at each change, and read again when another tab has written it. */
class StoredMap implements MatchMap<Foreign> {
  #key: string;
  #cleared: () => void;
  #text: string | null | undefined;
  #map: Map<string, Foreign> = new Map();
  /** Entries of others in the list that are no matches: they stay there. */
  #others: unknown[] = [];

  constructor(key: string, cleared: () => void) {
    [this.#key, this.#cleared] = [key, cleared];
  }

  /** Its name. */
  get key(): string {
    return this.#key;
  }

  /** `true` if it is a list of matches, or empty. */
  get isSound(): boolean {
    try {
      this.#read();
      return true;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return false;
    }
  }

  get(key: string): Foreign {
    return this.#read().get(key);
  }

  set(key: string, value: unknown): this {
    this.#write(new Map(this.#read()).set(key, value));
    return this;
  }

  delete(key: string): boolean {
    const map = new Map(this.#read());
    const isDeleted = map.delete(key);
    if (isDeleted) this.#write(map);
    return isDeleted;
  }

  [Symbol.iterator](): Iterator<[string, Foreign]> {
    return this.#read()[Symbol.iterator]();
  }

  /** Throws if it is no list of matches: its content would be lost by the next write. */
  #read(): Map<string, Foreign> {
    const text = ofBrowser(() => localStorage.getItem(this.#key));
    if (text !== this.#text) {
      const isCleared = text === null && this.#text !== undefined;
      const list = listIn(text, this.#key);
      this.#map = new Map(list.filter(isMatch));
      this.#others = list.filter((entry) => !isMatch(entry));
      this.#text = text;
      if (isCleared) this.#cleared();
    }
    return this.#map;
  }

  /** Throws if there is no space left; then nothing has changed. */
  #write(map: Map<string, Foreign>) {
    const text = JSON.stringify([...this.#others, ...map]);
    ofBrowser(() => localStorage.setItem(this.#key, text));
    this.#text = text;
    this.#map = map;
  }
}

/** Calls the browser, and throws a `StorageUnavailable` where it allows no `localStorage`, has none, or has no space left. */
function ofBrowser<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}

function listIn(text: string | null, key: string): unknown[] {
  if (text === null) return [];
  try {
    const list = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // No JSON, which is no list.
  }
  throw rondelError('storage/unreadable', `localStorage.${key}: expected a list of matches`);
}

function isMatch(entry: unknown): entry is [matchID: string, value: Foreign] {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
}

/** Returns `true` if a stored state is the one that was read. Older masters pass only its `_stateID`. */
export function isStateAt(state: UncheckedNumbers, stateID: number, revision?: number): boolean {
  if (state?._stateID !== stateID) return false;
  return revision === undefined || (state._revision ?? 0) === revision;
}

/** Returns `true` if stored metadata are those that were read. */
export function isSameText(stored: unknown, expected: unknown): boolean {
  return stored === expected || JSON.stringify(stored) === JSON.stringify(expected);
}

/** As `isSameText`; true if nothing is expected. */
export function isSameTextIfExpected(stored: unknown, expected: unknown): boolean {
  return expected === undefined || isSameText(stored, expected);
}

/** A copy of a log. Others may have written it, as anything: the master checks it. */
function copyOf(log: LogEntry[] = []): LogEntry[] {
  return Array.isArray(log) ? [...log] : log;
}

export function isListed(metadata: UncheckedMetadata, options?: ListOptions): boolean {
  const { gameName, gameover, updatedAt, unlisted: isUnlisted } = metadata ?? {};
  const { isGameover, updatedBefore, updatedAfter, unlisted } = options?.where ?? {};
  return (options?.gameName === undefined || gameName === options.gameName)
    && (isGameover === undefined || isGameover === (gameover !== undefined))
    && (unlisted === undefined || unlisted === Boolean(isUnlisted))
    && (updatedBefore === undefined || updatedAt as number < updatedBefore)
    && (updatedAfter === undefined || updatedAt as number > updatedAfter);
}

/** The error of a browser that fails to read or store. The `cause` is the thrown value, which may be anything. */
export class StorageUnavailable extends Error {
  #isUnavailable = true;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }

  /** Returns `true` for a `StorageUnavailable`. The thrown value may be anything, for example a proxy. */
  static is(thrown: unknown): thrown is StorageUnavailable {
    return hasMembers(thrown) && #isUnavailable in thrown;
  }
}
