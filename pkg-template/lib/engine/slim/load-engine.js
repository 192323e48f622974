import { engineInstance } from '../engine-instance.js';
import { FINGERPRINT } from './fingerprint.js';
import { GivenModule } from './given-module.js';

const module = /* @__PURE__ */ new GivenModule(FINGERPRINT);

/** An instance of what the page has loaded: takes the place of ../load-engine.js, and of the inlined text with it. */
export const loadEngine = () => engineInstance(() => module.get());

/**
 * Loads the module, and makes the first instance.
 *
 * @param {import('../../../slim.d.ts').Source} source
 */
export async function initEngine(source) {
  await module.load(source);
  loadEngine();
}
