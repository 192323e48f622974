import { rondelError } from '../util/error.js';

/** The code of what is said of options of a bot that make no sense. */
export const BAD_OPTIONS = 'bot/options';

/**
 * An option, or what is to be a bot, makes no sense.
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
