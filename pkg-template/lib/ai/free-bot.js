import { reportUncaught } from '../util/print.js';

/**
 * Has a bot that is not needed any more give back the memory of its search, which would be collected late. It may be any class's, and
 * fail at that.
 *
 * @param {any} bot
 */
export function freeBot(bot) {
  try {
    bot?.free?.();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
