import { randomID } from '../../util/random.js';
import { isPromise } from '../../util/promise.js';
import type { Server, StorageAPI } from '../../../types/master.js';
import type { LogEntry } from '../../../types/game.js';
import type { Foreign } from '../../util/foreign.js';

type Method<Storage, Name extends keyof Storage> = Extract<NonNullable<Storage[Name]>, (...args: never[]) => unknown>;

/** A synchronous or asynchronous storage. A check that calls an optional method lists it in `needs`. */
export type CheckedStorage = {
  [Name in keyof StorageAPI.Async]-?: (
    ...args: Parameters<Method<StorageAPI.Async, Name>>
  ) => ReturnType<Method<StorageAPI.Async, Name>> | ReturnType<Method<StorageAPI.Sync, Name>>
};

export interface StorageCheck {
  name: string;
  /** Optional methods that it calls. */
  needs?: (keyof CheckedStorage)[];
  /** Rejects if the storage fails the check. */
  run: (fixture: Fixture) => Promise<void>;
}

/** A match's `G`, and fields of its metadata. */
export type MatchFields = { G?: Foreign } & Partial<Server.MatchData>;

const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };
const MOST_SHOWN = 200;

/** Environment of one check: a storage, another one with the same matches, and the check's own matches. */
export class Fixture {
  declare storage: CheckedStorage;
  declare other: CheckedStorage;

  #used = new Set<string>();
  #prefix = randomID();

  constructor(storage: CheckedStorage, other: CheckedStorage) {
    this.storage = storage;
    this.other = other;
  }

  /** Returns a new match ID that ends in `end`. */
  newID(end = '') {
    return this.use(`${this.#prefix}${this.#used.size}${end}`);
  }

  /** Marks a match for `clear`. */
  use(matchID: string) {
    this.#used.add(matchID);
    return matchID;
  }

  /** Stores a match and returns it with its ID. */
  async stored({ G = { n: 0 }, ...more }: MatchFields = {}) {
    const matchID = this.newID();
    const match = matchOf({ G, ...more });
    await this.storage.createMatch(matchID, match);
    return { matchID, ...match };
  }

  async fetch(matchID: string, storage = this.storage) {
    const result = await storage.fetch(matchID, EVERYTHING);
    if (typeof result !== 'object' || result === null) throw new Error(`fetch returns ${shown(result)}, and no object`);
    return result;
  }

  async clear() {
    await this.#endQuarantine().catch(() => {
      // The checks of quarantine report it.
    });
    for (const matchID of this.#used) {
      try {
        await this.storage.wipe(matchID);
      } catch {
        // The check of `wipe` reports it.
      }
    }
  }

  /** Restores matches in quarantine, because only a restored match can be wiped. */
  async #endQuarantine() {
    const { storage } = this;
    const listed = await storage.listQuarantined?.() ?? [];
    for (const { id, matchID } of listed) {
      if (!this.#used.has(matchID as string)) continue;
      await storage.wipe(matchID as string);
      await storage.restoreQuarantined(id);
    }
  }
}

/** Returns a new match as it is stored. */
export function matchOf({ G = { n: 0 }, gameName = 'checked', ...metadata }: MatchFields = {}) {
  return {
    initialState: stateOf({ G }),
    metadata: { gameName, players: { 0: { id: 0 }, 1: { id: 1, name: 'b' } }, createdAt: 1000, updatedAt: 1000, ...metadata },
  };
}

export function stateOf({ G = { n: 0 }, stateID = 0, revision = undefined }: { G?: Foreign, stateID?: number, revision?: number }) {
  const ctx = { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0, phase: null, activePlayers: null };
  const state = { G, ctx, plugins: {}, _undo: [], _redo: [], _stateID: stateID };
  return revision === undefined ? state : { ...state, _revision: revision, _sync: { base: 0, since: {}, sessions: [] } };
}

/** Returns a log entry of an action in this state. */
export function entryOf(stateID: number, what = 'move'): LogEntry {
  const action: LogEntry['action'] = { type: 'MAKE_MOVE', payload: { type: what, args: [stateID], playerID: '0' } };
  return { action, _stateID: stateID, turn: 1, phase: null };
}

/** Throws unless both values have the same JSON text, including the order of keys. */
export function same(actual: unknown, expected: unknown, what: string) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
}

/** Throws unless nothing is stored. Databases may return null for missing values, and masters accept that. */
export function expectNothing({ state, metadata, log, initialState }: Partial<StorageAPI.FetchFields>, what: string) {
  same([state ?? null, metadata ?? null, initialState ?? null, log ?? []], [null, null, null, []], what);
}

/** Throws unless a method returns a promise exactly if `type()` is 1. */
export function expectPromiseByType(result: unknown, storage: CheckedStorage, what: string) {
  if (isPromise(result) === (storage.type() === 1)) return;
  throw new Error(`${what} returns ${isPromise(result) ? 'a promise' : 'no promise'}, and type() ${storage.type()}`);
}

function shown(value: unknown) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
