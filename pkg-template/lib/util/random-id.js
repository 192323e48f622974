/** Asking the system for a number costs as much as for many. */
const POOL = 64;
let pool = [];

/** A name that no other tab has. */
export function randomID() {
  return randomText(3);
}

/** A text made of so many random numbers of 32 bits. */
export function randomText(count) {
  if (pool.length < count) pool = Array.from(crypto.getRandomValues(new Uint32Array(POOL)));
  return pool.splice(-count).map((part) => part.toString(36)).join('');
}
