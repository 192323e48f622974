import { availableParallelism } from 'node:os';
import { MIN_TIME, MOST_MIN_TIME, isMinTime } from '../../ai/min-time.js';
import { rondelError } from '../../util/error.js';
import { described } from '../../util/described.js';
import { isLeftOut, isObject } from '../../util/objects.js';
import { warnOfUnknown } from '../../util/unknown-options.js';

/**
 * How bots think at a server.
 *
 * @typedef {object} BotBounds
 * @property {string | null} games the address of the module that worker threads have the games from; null: bots think in the server's own thread
 * @property {number} workers how many thoughts there are at once
 * @property {number} thinkingTime milliseconds of a thought at most
 * @property {number} minTime milliseconds between a state and a bot's action, at least
 */

/** @type {import('../../util/unknown-options.js').Known<import('../../../server.d.ts').ThinkingOptions>} */
const OPTIONS = { games: true, workers: true, thinkingTime: true, minTime: true };
/** Milliseconds. */
const THINKING_TIME = 2000;
const MOST_MS = 60_000;

/**
 * The option `bots` of a server, read; null if it has none. Throws an error that names the option.
 *
 * @param {any} option
 * @returns {BotBounds | null}
 */
export function readBotOptions(option) {
  if (option === false) return null;
  const given = option ?? {};
  if (!isObject(given)) throw mistake('bots', 'false, or an object', option);
  warnOfUnknown('Server: bots', given, OPTIONS);
  const { games, workers, thinkingTime, minTime } = given;
  return {
    games: isLeftOut(games) ? null : readModule(games),
    workers: isLeftOut(games) ? readAlone(workers) : readCount(workers),
    thinkingTime: isLeftOut(thinkingTime) ? THINKING_TIME : readTime(thinkingTime),
    minTime: isLeftOut(minTime) ? MIN_TIME : readMinTime(minTime),
  };
}

function readModule(games) {
  try {
    const { protocol, href } = new URL(games);
    if (['file:', 'data:'].includes(protocol)) return href;
  } catch {
    // A path, or something else.
  }
  throw mistake('bots.games', "the address of a module, such as new URL('./games.js', import.meta.url)", games);
}

/** The server's own thread thinks about one thing at a time. */
function readAlone(workers) {
  if (!isLeftOut(workers)) throw rondelError('server/options', 'bots.workers: expected bots.games as well, the module that workers have the games from');
  return 1;
}

/** One processor is left for people's moves. */
function readCount(workers) {
  if (isLeftOut(workers)) return Math.max(1, availableParallelism() - 1);
  if (Number.isSafeInteger(workers) && workers > 0) return workers;
  throw mistake('bots.workers', 'a whole number above 0', workers);
}

function readTime(milliseconds) {
  if (typeof milliseconds === 'number' && milliseconds > 0 && milliseconds <= MOST_MS) return milliseconds;
  throw mistake('bots.thinkingTime', `milliseconds, ${MOST_MS} at most`, milliseconds);
}

function readMinTime(milliseconds) {
  if (isMinTime(milliseconds)) return milliseconds;
  throw mistake('bots.minTime', `milliseconds, ${MOST_MIN_TIME} at most`, milliseconds);
}

function mistake(name, expected, value) {
  return rondelError('server/options', `${name}: expected ${expected}, got ${described(value)}`);
}
