import { described } from '../util/foreign-text.js';
import { badOption } from './bot-options.js';
import type { BotSettings, Difficulty } from '../../types/bots.js';

/**
 * Strength of bots, by difficulty.
 *
 * - `iterations`, or `thinkingTime` in milliseconds if that ends first, for games with slow rules.
 * - `sharpness`: exponent of the visits when the bot draws an action. `undefined`: always the best action. 0: any action that it has tried.
 *
 * In card games with hidden hands, few iterations play almost as well as many: there the sharpness makes the difference.
 */
export const DIFFICULTIES = Object.freeze({
  easy: Object.freeze({ iterations: 10, thinkingTime: 1000, sharpness: 0 }),
  medium: Object.freeze({ iterations: 150, thinkingTime: 2000, sharpness: 1 }),
  hard: Object.freeze({ iterations: 5000, thinkingTime: 5000, sharpness: undefined }),
});

/** Options that set a bot's strength. One of them replaces all that the game sets. */
export const STRENGTH = Object.freeze(['difficulty', 'iterations', 'thinkingTime'] as const);

/** Default of `iterations`, as in boardgame.io. */
const USUAL_ITERATIONS = 1000;

export interface Strength {
  iterations: NonNullable<BotSettings['iterations']>;
  /** Maximum time, in milliseconds. */
  thinkingTime: number;
  /** See `DIFFICULTIES`. */
  sharpness?: number;
}

/** Returns the limits of a bot's search and its sharpness. The search ends at the first limit. */
export function strengthOf({ difficulty, iterations, thinkingTime }: { difficulty?: string } & Pick<BotSettings, 'iterations' | 'thinkingTime'>): Strength {
  if (difficulty !== undefined) {
    const usual = DIFFICULTIES[expectDifficulty(difficulty)];
    return { ...usual, iterations: iterations ?? usual.iterations, thinkingTime: thinkingTime ?? usual.thinkingTime };
  }
  return { iterations: iterations ?? (thinkingTime === undefined ? USUAL_ITERATIONS : Infinity), thinkingTime: thinkingTime ?? Infinity };
}

/** Returns `true` if there is a difficulty of this name. */
export function isDifficulty(name: unknown): name is Difficulty {
  // A list with one name would otherwise pass.
  return typeof name === 'string' && Object.hasOwn(DIFFICULTIES, name);
}

function expectDifficulty(name: unknown) {
  if (isDifficulty(name)) return name;
  throw badOption('difficulty', `expected ${Object.keys(DIFFICULTIES).join(', ')}, got ${described(name)}`);
}
