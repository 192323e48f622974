import { SharedByStorage } from '../../online/shared-by-storage.js';
import { isObject } from '../../util/objects.js';

/**
 * Who is connected, at any of the processes that share a storage. The metadata of a match say by which processes each
 * player is, as `_connections`: `{ [playerID]: [nodeID, …] }`. Those that are gone count no more, and so what a crash has
 * left there expires by itself.
 */
export class Presence extends SharedByStorage {
  #lease;

  /**
   * @param {import('./lease.js').Lease} lease
   * @param {import('../../online/match-queue.js').MatchQueue} [queue] whoever else stores something of these matches stands in it
   */
  constructor(lease, queue) {
    super(queue);
    this.#lease = lease;
  }

  /** Metadata that this process is about to store, with what it knows of connections. */
  withConnections(matchID, metadata) {
    const ids = Object.keys(metadata.players);
    const nodes = ids.map((id) => [id, this.#nodesNow(matchID, id, metadata)]).filter(([, list]) => list.length > 0);
    const _connections = Object.fromEntries(nodes);
    const isKnown = JSON.stringify(metadata._connections ?? {}) === JSON.stringify(_connections);
    return this.seen(isKnown ? metadata : { ...metadata, _connections });
  }

  /** Metadata as they are stored, with those connected who are so now. The same object if nothing changes. */
  seen(metadata) {
    const { players } = metadata;
    const isConnected = (id) => nodesOf(metadata, id).some((nodeID) => this.#lease.isAlive(nodeID));
    const wrong = Object.keys(players).filter((id) => Boolean(players[id].isConnected) !== isConnected(id));
    if (wrong.length === 0) return metadata;
    const right = wrong.map((id) => [id, { ...players[id], isConnected: isConnected(id) }]);
    return { ...metadata, players: { ...players, ...Object.fromEntries(right) } };
  }

  /** In the order in which they stand there: what does not change is not written. */
  #nodesNow(matchID, playerID, metadata) {
    const { nodeID: here } = this.#lease;
    const isHere = this.isConnected(matchID, playerID);
    const nodes = nodesOf(metadata, playerID).filter((nodeID) => (nodeID === here ? isHere : this.#lease.isAlive(nodeID)));
    return isHere && !nodes.includes(here) ? [...nodes, here] : nodes;
  }
}

/** What others have put there may be anything. */
function nodesOf({ _connections }, playerID) {
  const nodes = isObject(_connections) && Object.hasOwn(_connections, playerID) ? _connections[playerID] : [];
  return Array.isArray(nodes) ? nodes.filter((nodeID) => typeof nodeID === 'string') : [];
}
