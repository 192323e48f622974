import { decode } from './inlined.js';
import { GivenModule } from './slim/given-module.js';

// What packages made by `rondel build-game` import.

/**
 * A function that compiles a module which its package contains as text.
 *
 * @param {string} text
 * @param {number} length
 * @param {string} map
 * @returns {() => WebAssembly.Module}
 */
export function inlined(text, length, map) {
  return () => new WebAssembly.Module(decode(text, length, map));
}

/**
 * A module that a page loads itself: `compile` throws until `load` has finished.
 *
 * @param {string} fingerprint
 * @param {string} entry of the package, for errors
 */
export function fetched(fingerprint, entry) {
  const module = new GivenModule(fingerprint, entry);
  return { compile: () => module.get(), load: (/** @type {import('../../slim.js').Source} */ source) => module.load(source) };
}
