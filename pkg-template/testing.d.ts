import type { Plugin, RandomAPI } from './types.js';

/**
 * A plugin that replaces methods of the built-in `random`; the others stay as they are.
 *
 * @example
 * const game = { ...MyGame, plugins: [MockRandom({ D6: () => 6 })] };
 */
export declare function MockRandom(
  overrides?: Partial<Record<keyof RandomAPI, (...args: any[]) => any>>,
): Plugin<RandomAPI>;
