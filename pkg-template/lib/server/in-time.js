import { unref } from '../util/unref.js';
import { printErrorNowAndThen } from './util/news.js';

/**
 * What a user's own function answers, or false if it takes too long: what has no end keeps no request for ever.
 *
 * @template T
 * @param {T | Promise<T>} answer
 * @param {{ name: string, milliseconds: number }} limit
 * @returns {Promise<T | false>}
 */
export async function inTime(answer, { name, milliseconds }) {
  let timer;
  const late = new Promise((done) => {
    timer = unref(setTimeout(() => {
      printErrorNowAndThen(`rondel: ${name} has not answered in time:`, new Error(`within ${milliseconds / 1000} seconds`));
      done(false);
    }, milliseconds));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
