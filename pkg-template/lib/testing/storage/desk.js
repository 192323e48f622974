import { randomID } from '../../util/random-id.js';
import { isPromise } from '../../util/promise.js';

const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };
const MOST_SHOWN = 200;

/** What one check works with: a storage, another one that holds the same matches, and matches that nobody else has. */
export class Desk {
  #used = new Set();
  #prefix = randomID();

  constructor(storage, other) {
    this.storage = storage;
    this.other = other;
  }

  /** An ID that nobody else has. `end` is how it ends. */
  newID(end = '') {
    return this.use(`${this.#prefix}${this.#used.size}${end}`);
  }

  /** Has this match wiped in the end. */
  use(matchID) {
    this.#used.add(matchID);
    return matchID;
  }

  /**
   * A match that is stored, and its ID.
   *
   * @param {{ G?: any, [field: string]: any }} [options] its `G`, and fields of its metadata
   */
  async stored({ G = { n: 0 }, ...more } = {}) {
    const matchID = this.newID();
    const match = matchOf({ G, ...more });
    await this.storage.createMatch(matchID, match);
    return { matchID, ...match };
  }

  async fetch(matchID, storage = this.storage) {
    const answer = await storage.fetch(matchID, EVERYTHING);
    if (typeof answer !== 'object' || answer === null) throw new Error(`fetch answers ${shown(answer)}, and no object`);
    return answer;
  }

  async clear() {
    await this.#endQuarantine().catch(() => {
      // The checks of quarantine tell.
    });
    for (const matchID of this.#used) {
      try {
        await this.storage.wipe(matchID);
      } catch {
        // The check of `wipe` tells.
      }
    }
  }

  /** What is in quarantine can be put back alone, and is wiped then. */
  async #endQuarantine() {
    const { storage } = this;
    const listed = await storage.listQuarantined?.() ?? [];
    for (const { id, matchID } of listed) {
      if (!this.#used.has(matchID)) continue;
      await storage.wipe(matchID);
      await storage.restoreQuarantined(id);
    }
  }
}

/**
 * What a match begins with.
 *
 * @param {{ G?: any, gameName?: string, [field: string]: any }} [options] its `G`, and fields of its metadata
 */
export function matchOf({ G = { n: 0 }, gameName = 'checked', ...metadata } = {}) {
  return {
    initialState: stateOf({ G }),
    metadata: { gameName, players: { 0: { id: 0 }, 1: { id: 1, name: 'b' } }, createdAt: 1000, updatedAt: 1000, ...metadata },
  };
}

/** @param {{ G?: any, stateID?: number, revision?: number }} options */
export function stateOf({ G = { n: 0 }, stateID = 0, revision = undefined }) {
  const ctx = { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0, phase: null, activePlayers: null };
  const state = { G, ctx, plugins: {}, _undo: [], _redo: [], _stateID: stateID };
  return revision === undefined ? state : { ...state, _revision: revision, _sync: { base: 0, since: {}, sessions: [] } };
}

/** What stands in the log of an action in this state. */
export function entryOf(stateID, what = 'move') {
  const action = { type: 'MAKE_MOVE', payload: { type: what, args: [stateID], playerID: '0' } };
  return { action, _stateID: stateID, turn: 1, phase: null };
}

/** Throws if they are not the same as JSON text, the order of keys included. */
export function same(actual, expected, what) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
}

/** Databases may say null for what they do not have, and masters take that. */
export function nothing({ state, metadata, log, initialState }, what) {
  same([state ?? null, metadata ?? null, initialState ?? null, log ?? []], [null, null, null, []], what);
}

/** Whether promises are answered if, and only if, the storage says so. */
export function answersInTime(answer, storage, what) {
  if (isPromise(answer) === (storage.type() === 1)) return;
  throw new Error(`${what} answers ${isPromise(answer) ? 'a promise' : 'no promise'}, and type() ${storage.type()}`);
}

function shown(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
