import { weightOf } from '../online/size.js';

/** Bytes of all bodies that have been read, and whose requests have no response; and of those of one address. */
const MOST = 25_000_000;
const MOST_OF_ADDRESS = 5_000_000;

/** The bodies of requests until the response: they are kept while a slow database is waited for, also when the client has gone. */
export class Bodies {
  #sum = 0;
  /** @type {Map<string, number>} */
  #ofAddresses = new Map();

  /**
   * Counts a body until what this returns is called. Null if it exceeds the limit; a body that is alone is always accepted.
   *
   * @param {string} address
   * @param {any} body
   * @returns {(() => void) | null}
   */
  enter(address, body) {
    const size = weightOf(body, MOST_OF_ADDRESS);
    if (!hasRoom(this.#sum, size, MOST) || !hasRoom(this.#ofAddresses.get(address) ?? 0, size, MOST_OF_ADDRESS)) return null;
    this.#count(address, size);
    return () => this.#count(address, -size);
  }

  #count(address, by) {
    this.#sum += by;
    const sum = (this.#ofAddresses.get(address) ?? 0) + by;
    if (sum > 0) this.#ofAddresses.set(address, sum);
    else this.#ofAddresses.delete(address);
  }
}

function hasRoom(sum, size, most) {
  return sum === 0 || sum + size <= most;
}
