import { rondelError } from '../util/error.js';

/** Code of errors about options of a bot. */
export const BAD_OPTIONS = 'bot/options';

/**
 * Returns the error of an invalid option, or of a value that is no bot.
 *
 * @param place path of the option
 */
export function badOption(place: string, message: string) {
  return rondelError(BAD_OPTIONS, `${place}: ${message}`);
}

/** Returns `true` for a positive integer, such as a number of iterations or workers. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Minimum time between a state and a bot's action if people watch, in milliseconds. They do not see a bot that moves at once. */
export const MIN_TIME = 1000;
/** Maximum of that time, in milliseconds. */
export const MOST_MIN_TIME = 60_000;

/** Returns `true` for a number of milliseconds that a bot may wait. */
export function isMinTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_MIN_TIME;
}

/** Returns the default minimum time of a page's bots, in milliseconds. It is 0 in Node, where tests and scripts play. */
export const minTimeOfPages = () => (globalThis.process?.versions?.node ? 0 : MIN_TIME);
