import { makeLoader } from '../loader.js';
import { open } from '../sync.js';
import { FINGERPRINT } from './sync-fingerprint.js';
import { GivenModule } from './given-module.js';

const module = /* @__PURE__ */ new GivenModule('initOnline', FINGERPRINT);

/** An instance of what the page has loaded: takes the place of ../load-sync.js, and of the inlined text with it. */
export const loadSync = /* @__PURE__ */ makeLoader(open, () => module.get());

/**
 * Loads the module, and makes the first instance.
 *
 * @param {import('../../../slim.d.ts').Source} source
 */
export async function initSync(source) {
  await module.load(source);
  loadSync();
}
