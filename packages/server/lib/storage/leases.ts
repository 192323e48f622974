/** Which server processes are alive, for storages that only one process uses: by a clock that nobody sets. */
export class Leases {
  /** until when, by node */
  #ends: Map<string, number> = new Map();

  /** Returns whether the node has had a lease until now. */
  renew(nodeID: string, milliseconds: number): boolean {
    const now = performance.now();
    const hadOne = (this.#ends.get(nodeID) ?? 0) > now;
    this.#forget(now);
    this.#ends.set(nodeID, now + milliseconds);
    return hadOne;
  }

  /** The nodes whose lease has not run out. */
  alive(): string[] {
    this.#forget(performance.now());
    return [...this.#ends.keys()];
  }

  end(nodeID: string) {
    this.#ends.delete(nodeID);
  }

  #forget(now: number) {
    for (const [nodeID, end] of this.#ends) if (end <= now) this.#ends.delete(nodeID);
  }
}
