/** How many connections there are: of all together, and of each address. */
export class Connections {
  #limits;
  #sum = 0;
  /** @type {Map<string, number>} */
  #ofAddress = new Map();

  /** @param {{ connections: number, addressConnections: number }} limits */
  constructor(limits) {
    this.#limits = limits;
  }

  /**
   * Why an address may not have another; null if it may.
   *
   * @param {string} address
   * @returns {'connections' | 'address' | null}
   */
  whyNot(address) {
    if (this.#sum >= this.#limits.connections) return 'connections';
    return this.#of(address) >= this.#limits.addressConnections ? 'address' : null;
  }

  /** Counts one of an address: 1 when it begins, -1 when it has ended. */
  count(address, change) {
    this.#sum += change;
    const number = this.#of(address) + change;
    if (number > 0) this.#ofAddress.set(address, number);
    else this.#ofAddress.delete(address);
  }

  #of(address) {
    return this.#ofAddress.get(address) ?? 0;
  }
}
