const HOUR_MS = 3_600_000;
/** So many addresses are remembered: a client with more of them has as many allowances anyway. */
const MOST_ADDRESSES = 10_000;

/** What each address may do: so many times in a time such as an hour in the long run, and as many at once. */
export class Allowance {
  #amount;
  #now;
  #milliseconds;
  /** By address, the one that asked last at the end: how many are left, and when that was so. */
  #addresses = new Map();

  /**
   * @param {number} amount
   * @param {() => number} [now] in milliseconds
   * @param {number} [milliseconds] in which it may be done: an hour
   */
  constructor(amount, now = () => performance.now(), milliseconds = HOUR_MS) {
    this.#amount = amount;
    this.#now = now;
    this.#milliseconds = milliseconds;
  }

  /** Takes so many of an address's, and returns 0; or the seconds until they are there, and takes nothing. */
  take(address, amount = 1) {
    if (this.#amount === Infinity) return 0;
    const now = this.#now();
    const left = this.#leftAt(address, now);
    const isThere = left >= amount;
    this.#note(address, { left: isThere ? left - amount : left, at: now });
    return isThere ? 0 : secondsUntil(amount - left, { amount: this.#amount, milliseconds: this.#milliseconds });
  }

  /** The seconds until so many of an address's are there; 0 if they are. Nothing is taken. */
  wait(address, amount = 1) {
    if (this.#amount === Infinity) return 0;
    const left = this.#leftAt(address, this.#now());
    return left >= amount ? 0 : secondsUntil(amount - left, { amount: this.#amount, milliseconds: this.#milliseconds });
  }

  #leftAt(address, now) {
    const known = this.#addresses.get(address);
    if (!known) return this.#amount;
    return Math.min(this.#amount, known.left + ((now - known.at) / this.#milliseconds) * this.#amount);
  }

  #note(address, state) {
    this.#addresses.delete(address);
    this.#addresses.set(address, state);
    if (this.#addresses.size > MOST_ADDRESSES) this.#addresses.delete(this.#addresses.keys().next().value);
  }
}

/** With an allowance of none, a client asks again when that time is over. */
function secondsUntil(missing, { amount, milliseconds }) {
  return Math.max(1, Math.min(milliseconds / 1000, Math.ceil((missing / amount) * (milliseconds / 1000))));
}
