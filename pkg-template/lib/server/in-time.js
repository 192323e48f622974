import { unref } from '../util/unref.js';
import { printErrorNowAndThen } from './util/news.js';

/**
 * What a user's own function returns, or false if it takes too long: a promise that never settles must not hold a request for ever.
 *
 * @template T
 * @param {T | Promise<T>} returned
 * @param {{ name: string, milliseconds: number }} limit
 * @returns {Promise<T | false>}
 */
export async function inTime(returned, { name, milliseconds }) {
  let timer;
  const late = new Promise((done) => {
    timer = unref(setTimeout(() => {
      printErrorNowAndThen(`rondel: ${name} has not returned in time:`, new Error(`within ${milliseconds / 1000} seconds`));
      done(false);
    }, milliseconds));
  });
  try {
    return await Promise.race([returned, late]);
  } finally {
    clearTimeout(timer);
  }
}
