import { PROBLEM_RANDOM } from '../engine/codes.js';
import { rondelError } from './error.js';

/** Returns a generator of numbers from 0 up to, but not including, 1: Tommy Ettinger's Mulberry32 (public domain). */
export function mulberry32(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Size of the pool, in 32-bit numbers. One request to the system costs as much as many. Seeds come from the pool, too: frameworks that
 * render pages at build time, such as Next, reject a page that asks the system during rendering.
 */
const POOL = 64;
let pool: number[] = [];

/** Returns a random ID, unique across tabs. */
export function randomID() {
  return randomText(3);
}

/** Returns a text of `count` random 32-bit numbers. Throws if the environment has no cryptographic generator. */
export function randomText(count: number) {
  if (pool.length < count) pool = drawn(POOL);
  return pool.splice(-count).map((part) => part.toString(36)).join('');
}

function drawn(count: number) {
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw rondelError(PROBLEM_RANDOM, 'seeds and IDs need globalThis.crypto.getRandomValues, which this environment does not have');
  }
  return Array.from(globalThis.crypto.getRandomValues(new Uint32Array(count)));
}
