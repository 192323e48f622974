/**
 * How hard bots think, by the name of the difficulty.
 *
 * - `iterations`, or `thinkingTime` in milliseconds if that is over first, for games whose rules take long.
 * - `sharpness`: how often it does what it has found to be best, as the power to which the visits of each action count. Without one it
 *   always does.
 */
export const DIFFICULTIES = Object.freeze({
  easy: Object.freeze({ iterations: 50, thinkingTime: 1000, sharpness: 1 }),
  medium: Object.freeze({ iterations: 300, thinkingTime: 2000, sharpness: 3 }),
  hard: Object.freeze({ iterations: 5000, thinkingTime: 5000, sharpness: undefined }),
});

/** Whether there is a difficulty of this name. */
export function isDifficulty(name) {
  return Object.hasOwn(DIFFICULTIES, name);
}
