import { engineInstance } from '../engine-instance.js';
import { FINGERPRINT } from './fingerprint.js';
import { GivenModule } from './given-module.js';
import type { Source } from '../../../types/slim.js';

const module = /* @__PURE__ */ new GivenModule(FINGERPRINT);

/** An instance of what the page has loaded: takes the place of ../load-engine.ts, and of the inlined text with it. */
export const loadEngine = () => engineInstance(() => module.get());

/** Loads the module, and makes the first instance. */
export async function initEngine(source: Source) {
  await module.load(source);
  loadEngine();
}
