export { EffectsBoardWrapper } from '../lib/effects/board-wrapper.js';
export { useEffectListener, useEffectQueue, useEffectState, useLatestPropsOnEffect } from '../lib/effects/hooks.js';

export type { EffectsOptions } from '../types/effects-plugin.js';
export type { EffectQueueControls } from '../types/effects-react.js';
