import { unref } from './rondel.js';
import { printErrorNowAndThen } from './util/recent-errors.js';

/**
 * Resolves with what a user's function returns, or with `false` after a timeout: a promise that never settles must not hold a request forever.
 * Tests: tests/js/server/slow-auth.test.mjs, server-events.test.mjs.
 */
export async function withTimeout<T>(returned: T | Promise<T>, { name, milliseconds }: { name: string, milliseconds: number }): Promise<T | false> {
  let timer;
  const late = new Promise<false>((done) => {
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
