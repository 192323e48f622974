export { EffectsEmitter } from './lib/effects/emitter.js';
export { EffectsPlugin } from './lib/effects/plugin.js';

export type * from './types/effects-plugin.js';
