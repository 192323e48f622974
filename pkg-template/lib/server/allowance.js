const HOUR_MS = 3_600_000;
/** So many addresses are remembered: whoever comes from more of them has as many allowances anyway. */
const MOST_ADDRESSES = 10_000;

/** What each address may do: so many times an hour in the long run, and as many at once. */
export class Allowance {
  #perHour;
  #now;
  /** By address, the one that asked last at the end: how many are left, and when that was so. */
  #addresses = new Map();

  /**
   * @param {number} perHour
   * @param {() => number} [now] in milliseconds
   */
  constructor(perHour, now = () => performance.now()) {
    this.#perHour = perHour;
    this.#now = now;
  }

  /** Takes so many of an address's, and returns 0; or the seconds until they are there, and takes nothing. */
  take(address, amount = 1) {
    if (this.#perHour === Infinity) return 0;
    const now = this.#now();
    const left = this.#leftAt(address, now);
    const isThere = left >= amount;
    this.#note(address, { left: isThere ? left - amount : left, at: now });
    return isThere ? 0 : secondsUntil(amount - left, this.#perHour);
  }

  #leftAt(address, now) {
    const known = this.#addresses.get(address);
    if (!known) return this.#perHour;
    return Math.min(this.#perHour, known.left + ((now - known.at) / HOUR_MS) * this.#perHour);
  }

  #note(address, state) {
    this.#addresses.delete(address);
    this.#addresses.set(address, state);
    if (this.#addresses.size > MOST_ADDRESSES) this.#addresses.delete(this.#addresses.keys().next().value);
  }
}

/** Whoever may do nothing at all asks again in an hour. */
function secondsUntil(missing, perHour) {
  return Math.max(1, Math.min(HOUR_MS / 1000, Math.ceil((missing / perHour) * (HOUR_MS / 1000))));
}
