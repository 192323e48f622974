import type { Plugin, RandomAPI } from '../../types/game.js';

/**
 * A plugin that replaces methods of the built-in `random`; the others stay as they are.
 *
 * @example
 * const game = { ...MyGame, plugins: [MockRandom({ D6: () => 6 })] };
 */
export function MockRandom(overrides: Partial<Record<keyof RandomAPI, (...args: any[]) => any>> = {}): Plugin<RandomAPI, any, any, 'random'> {
  return {
    name: 'random',
    api: ({ api }) => ({ ...api, ...overrides }),
  };
}
