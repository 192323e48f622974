import { rondelError } from '../util/error.js';

/** The code of errors about options of a bot. */
export const BAD_OPTIONS = 'bot/options';

/**
 * The error of an invalid option, or of what is no bot.
 *
 * @param {string} place where it stands
 * @param {string} message
 */
export function badOption(place, message) {
  return rondelError(BAD_OPTIONS, `${place}: ${message}`);
}

/** Whether it is a number of iterations, workers or the like. */
export function isCount(value) {
  return Number.isSafeInteger(value) && value > 0;
}
