import { PROBLEM_RANDOM } from '../engine/codes.js';
import { rondelError } from './error.js';

/**
 * Asking the system for a number costs as much as for many. Frameworks that render pages when an app is built, such as Next, refuse one that
 * asks while it is rendered, so the pool is for seeds, too: the engine would ask for each.
 */
const POOL = 64;
let pool: number[] = [];

/** A random ID that no other tab has. */
export function randomID() {
  return randomText(3);
}

/** A text made of so many random numbers of 32 bits. Throws where there is no cryptographic generator: no other one takes its place. */
export function randomText(count: number) {
  if (pool.length < count) pool = drawn(POOL);
  return pool.splice(-count).map((part) => part.toString(36)).join('');
}

function drawn(count: number) {
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw rondelError(PROBLEM_RANDOM, 'seeds and names are drawn from globalThis.crypto.getRandomValues, which is not here');
  }
  return Array.from(globalThis.crypto.getRandomValues(new Uint32Array(count)));
}
