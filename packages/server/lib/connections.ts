/** How many connections there are: of all together, and of each address. */
export class Connections {
  #limits;
  #sum = 0;
  #ofAddress: Map<string, number> = new Map();

  constructor(limits: { total: number, perAddress: number }) {
    this.#limits = limits;
  }

  /** Why an address may not have another; null if it may. */
  whyNot(address: string): 'connections' | 'address' | null {
    if (this.#sum >= this.#limits.total) return 'connections';
    return this.#of(address) >= this.#limits.perAddress ? 'address' : null;
  }

  /** Counts one of an address: 1 when it begins, -1 when it has ended. */
  count(address: string, change: 1 | -1) {
    this.#sum += change;
    const number = this.#of(address) + change;
    if (number > 0) this.#ofAddress.set(address, number);
    else this.#ofAddress.delete(address);
  }

  #of(address: string) {
    return this.#ofAddress.get(address) ?? 0;
  }
}
