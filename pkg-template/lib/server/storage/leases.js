/** Which server processes are alive, for storages that only one process uses: by a clock that nobody sets. */
export class Leases {
  /** @type {Map<string, number>} until when, by node */
  #ends = new Map();

  /** Returns whether the node has had a lease until now. */
  renew(nodeID, milliseconds) {
    const now = performance.now();
    const hadOne = (this.#ends.get(nodeID) ?? 0) > now;
    this.#forget(now);
    this.#ends.set(nodeID, now + milliseconds);
    return hadOne;
  }

  /** The nodes whose lease has not run out. */
  alive() {
    this.#forget(performance.now());
    return [...this.#ends.keys()];
  }

  end(nodeID) {
    this.#ends.delete(nodeID);
  }

  #forget(now) {
    for (const [nodeID, end] of this.#ends) if (end <= now) this.#ends.delete(nodeID);
  }
}
