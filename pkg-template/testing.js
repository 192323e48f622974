export { checkDeterminism } from './lib/testing/determinism.js';
export { network } from './lib/online/transports/network.js';
export { replay } from './lib/testing/replay.js';
export { replayMatch } from './lib/testing/replay-match.js';
export { checkSecrecy } from './lib/testing/secrecy.js';
export { checkStorage } from './lib/testing/storage/check-storage.js';

/**
 * A plugin that replaces methods of the built-in `random`; the others stay as they are.
 *
 * @example
 * const game = { ...MyGame, plugins: [MockRandom({ D6: () => 6 })] };
 * @type {typeof import('./testing.js').MockRandom}
 */
export function MockRandom(overrides = {}) {
  return {
    name: 'random',
    api: ({ api }) => ({ ...api, ...overrides }),
  };
}
