import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { EngineFailures } from './engine-failures.js';
import { MatchQueue } from './match-queue.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { Storage } from './storage/storing.js';

/** Number of remembered problems, so that each is reported once. */
const MOST_PROBLEMS = 1000;

const byStorage = new WeakMap<object, SharedByStorage>();

/**
 * Data in memory that all masters over one storage share: the queue of each match, the connections of its
 * players, the reported unreadable matches, and the failures of the engine by sender.
 */
export class SharedByStorage {
  queue: MatchQueue;
  failures = new EngineFailures();
  /** Numbers of connections by match and player. */
  #connections = new Map<string, Map<PlayerID, number>>();
  #problems = new Set<string>();

  constructor(queue = new MatchQueue()) {
    this.queue = queue;
  }

  /** How many connections a player has, now that one has come (1) or gone (-1), or neither (0). */
  count(matchID: string, playerID: PlayerID, change: number): number {
    const counts = this.#connections.get(matchID) ?? new Map<PlayerID, number>();
    const count = Math.max(0, (counts.get(playerID) ?? 0) + change);
    if (count > 0) counts.set(playerID, count);
    else counts.delete(playerID);
    if (counts.size > 0) this.#connections.set(matchID, counts);
    else this.#connections.delete(matchID);
    return count;
  }

  isConnected(matchID: string, playerID: PlayerID): boolean {
    return this.#connections.get(matchID)?.has(playerID) === true;
  }

  /** Another master, at which a player had a connection as well, may have stored that they are gone. */
  withConnections(matchID: string, metadata: StoredMetadata): StoredMetadata {
    const { players } = metadata;
    const isMissed = (id: PlayerID) => !players[id].isConnected && this.isConnected(matchID, id);
    const missed = Object.keys(players).filter(isMissed);
    if (missed.length === 0) return metadata;
    const here = missed.map((id) => [id, { ...players[id], isConnected: true }]);
    return { ...metadata, players: { ...players, ...Object.fromEntries(here) } };
  }

  /** Returns `true` if this problem of the match has not been reported yet. */
  isNews(matchID: string, problem: string): boolean {
    const text = JSON.stringify([matchID, problem]);
    if (this.#problems.has(text)) return false;
    this.#problems.add(text);
    if (this.#problems.size > MOST_PROBLEMS) this.#problems.delete(this.#problems.keys().next().value!);
    return true;
  }
}

/** The same for all masters over this storage. */
export function sharedBy(storageAPI: Storage): SharedByStorage {
  if (!isObject(storageAPI)) throw rondelError('master/storage', 'storage: expected a storage');
  let shared = byStorage.get(storageAPI);
  if (!shared) byStorage.set(storageAPI, shared = new SharedByStorage());
  return shared;
}

/** Masters over this storage share what is given. */
export function share(storageAPI: Storage, shared: SharedByStorage) {
  byStorage.set(storageAPI, shared);
}
