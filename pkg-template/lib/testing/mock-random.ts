import type { Plugin, RandomAPI } from '../../types/game.js';

/**
 * Returns a plugin that replaces methods of the built-in `random`. Other methods stay as they are.
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
