import { described } from '../util/foreign-text.js';
import { badOption } from './bot-options.js';
import type { BotSettings, Difficulty } from '../../types/bots.js';

/**
 * How hard bots think, by the name of the difficulty.
 *
 * - `iterations`, or `thinkingTime` in milliseconds if that is over first, for games whose rules take long.
 * - `sharpness`: how often it does what it has found to be best, as the power to which the visits of each action count. Without one it
 *   always does; with 0 it does anything that it has tried.
 *
 * At cards with hidden hands little thinking comes close to the best: what sets levels apart there is the sharpness.
 */
export const DIFFICULTIES = Object.freeze({
  easy: Object.freeze({ iterations: 10, thinkingTime: 1000, sharpness: 0 }),
  medium: Object.freeze({ iterations: 150, thinkingTime: 2000, sharpness: 1 }),
  hard: Object.freeze({ iterations: 5000, thinkingTime: 5000, sharpness: undefined }),
});

/** What says how hard a bot thinks: one of these takes the place of all that a game says of it. */
export const STRENGTH = Object.freeze(['difficulty', 'iterations', 'thinkingTime'] as const);

/** As boardgame.io's bots. */
const USUAL_ITERATIONS = 1000;

export interface Strength {
  iterations: NonNullable<BotSettings['iterations']>;
  /** Milliseconds. */
  thinkingTime: number;
  /** See `DIFFICULTIES`. */
  sharpness?: number;
}

/** How long a bot thinks about a move, until the first of both is over, and how it chooses. */
export function strengthOf({ difficulty, iterations, thinkingTime }: { difficulty?: string } & Pick<BotSettings, 'iterations' | 'thinkingTime'>): Strength {
  if (difficulty !== undefined) {
    const usual = DIFFICULTIES[expectDifficulty(difficulty)];
    return { ...usual, iterations: iterations ?? usual.iterations, thinkingTime: thinkingTime ?? usual.thinkingTime };
  }
  return { iterations: iterations ?? (thinkingTime === undefined ? USUAL_ITERATIONS : Infinity), thinkingTime: thinkingTime ?? Infinity };
}

/** Whether there is a difficulty of this name. */
export function isDifficulty(name: unknown): name is Difficulty {
  // A list of one name would pass for it.
  return typeof name === 'string' && Object.hasOwn(DIFFICULTIES, name);
}

function expectDifficulty(name: unknown) {
  if (isDifficulty(name)) return name;
  throw badOption('difficulty', `expected ${Object.keys(DIFFICULTIES).join(', ')}, got ${described(name)}`);
}
