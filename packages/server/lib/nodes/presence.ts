import { isObject, isSameList, SharedByStorage } from '../rondel.js';
import type { Lease } from './lease.js';
import type { PlayerID } from 'rondel';
import type { MatchQueue, StoredMetadata } from 'rondel/private';

/** Metadata with the processes of the players. Others may have put anything there. */
type NodeMetadata = StoredMetadata & { _connections?: unknown };

const NOBODY: readonly unknown[] = Object.freeze([]);

/**
 * Tracks the connected players at all processes that share a storage. The metadata of a match list the processes of each player, as
 * `_connections`: `{ [playerID]: [nodeID, …] }`. Ended processes do not count, so the entries of a crashed process expire.
 */
export class Presence extends SharedByStorage {
  #lease: Lease;

  /** @param queue in which everything that stores these matches takes its turn */
  constructor(lease: Lease, queue?: MatchQueue) {
    super(queue);
    this.#lease = lease;
  }

  /** Metadata that this process is about to store, with what it knows of connections. */
  withConnections(matchID: string, metadata: StoredMetadata): StoredMetadata {
    if (this.#isNoted(matchID, metadata)) return this.seen(metadata);
    const ids = Object.keys(metadata.players);
    const nodes = ids.map((id) => [id, this.#nodesNow(matchID, id, metadata)]).filter(([, list]) => list.length > 0);
    return this.seen({ ...metadata, _connections: Object.fromEntries(nodes) } as StoredMetadata);
  }

  /** Metadata as they are stored, with those connected who are so now. The same object if nothing changes. */
  seen(metadata: StoredMetadata): StoredMetadata {
    const { players } = metadata;
    const wrong = Object.keys(players).filter((id) => Boolean(players[id].isConnected) !== this.#isConnectedNow(id, metadata));
    if (wrong.length === 0) return metadata;
    const right = wrong.map((id) => [id, { ...players[id], isConnected: !players[id].isConnected }]);
    return { ...metadata, players: { ...players, ...Object.fromEntries(right) } };
  }

  /** Returns `true` if a player is connected to another process. */
  isElsewhere(metadata: StoredMetadata | undefined): boolean {
    const isOther = (nodeID: unknown) => typeof nodeID === 'string' && nodeID !== this.#lease.nodeID && this.#lease.isAlive(nodeID);
    // Without metadata, there are no players.
    return Object.keys(metadata?.players ?? {}).some((id) => nodesOf(metadata as StoredMetadata, id).some(isOther));
  }

  #isConnectedNow(playerID: PlayerID, metadata: StoredMetadata): boolean {
    return nodesOf(metadata, playerID).some((nodeID) => typeof nodeID === 'string' && this.#lease.isAlive(nodeID));
  }

  /** Returns `true` if the metadata list exactly the connections of this process. */
  #isNoted(matchID: string, metadata: NodeMetadata): boolean {
    const { players, _connections = {} } = metadata;
    let count = 0;
    for (const id of Object.keys(players)) {
      const nodes = this.#nodesNow(matchID, id, metadata);
      if (!isSameList(nodes, nodesOf(metadata, id))) return false;
      if (nodes.length > 0) count += 1;
    }
    return isObject(_connections) && Object.keys(_connections).length === count;
  }

  /** In the order in which they stand there: what does not change is not written. */
  #nodesNow(matchID: string, playerID: PlayerID, metadata: StoredMetadata): unknown[] {
    const { nodeID: here } = this.#lease;
    const isHere = this.isConnected(matchID, playerID);
    const isNow = (nodeID: unknown) => (nodeID === here ? isHere : typeof nodeID === 'string' && this.#lease.isAlive(nodeID));
    const nodes = nodesOf(metadata, playerID).filter(isNow);
    return isHere && !nodes.includes(here) ? [...nodes, here] : nodes;
  }
}

/** Others may have put anything there, and in the list. */
function nodesOf({ _connections }: NodeMetadata, playerID: PlayerID): readonly unknown[] {
  const nodes = isObject(_connections) && Object.hasOwn(_connections, playerID) ? _connections[playerID] : NOBODY;
  return Array.isArray(nodes) ? nodes : NOBODY;
}
