/** An amount of each address, such as open connections or bytes, and the sum of all. */
export class AddressCounts {
  #sum = 0;
  #ofAddresses: Map<string, number> = new Map();

  get sum() {
    return this.#sum;
  }

  of(address: string) {
    return this.#ofAddresses.get(address) ?? 0;
  }

  /** @param change negative to subtract. An address with nothing left takes no memory */
  add(address: string, change: number) {
    this.#sum += change;
    const amount = this.of(address) + change;
    if (amount > 0) this.#ofAddresses.set(address, amount);
    else this.#ofAddresses.delete(address);
  }
}
