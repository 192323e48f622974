import { rondelError } from '../util/error.js';

/** Asking the system for a number costs as much as for many. */
const POOL = 64;
/** Numbers have 53 bits, of two that have 32. */
const LOW_BITS = 2 ** 26;
const ALL_BITS = 2 ** 53;

const pool = new Uint32Array(2 * POOL);
let used = pool.length;

/** A number from 0 up to, but not including, 1, of a cryptographic generator: whoever knows others knows nothing of it. */
export function secureNumber() {
  if (used === pool.length) refill();
  const high = taken() >>> 5;
  const low = taken() >>> 6;
  return (high * LOW_BITS + low) / ALL_BITS;
}

/** Throws if there is no cryptographic generator here. No other one takes its place. */
export function expectSecureNumbers() {
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw rondelError('random/unavailable', "random: 'secure' draws from globalThis.crypto.getRandomValues, which is not here");
  }
}

/** The numbers that one action draws, kept: those that are known first, and then others. */
export class Draws {
  /** @type {number[]} */
  numbers = [];
  #known;
  #draw;

  /**
   * @param {readonly number[]} [known]
   * @param {() => number} [draw]
   */
  constructor(known = [], draw = secureNumber) {
    this.#known = known;
    this.#draw = draw;
  }

  next() {
    const number = this.#known[this.numbers.length] ?? this.#draw();
    this.numbers.push(number);
    return number;
  }
}

function refill() {
  expectSecureNumbers();
  globalThis.crypto.getRandomValues(pool);
  used = 0;
}

/** What has been drawn is not found in memory any more. */
function taken() {
  const bits = pool[used];
  pool[used] = 0;
  used += 1;
  return bits;
}
