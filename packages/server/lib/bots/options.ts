import { availableParallelism } from 'node:os';
import { described, isOmitted, isMinTime, isObject, MIN_TIME, MOST_MIN_TIME, rondelError, warnOfUnknown } from '../rondel.js';
import type { Foreign, OptionNames } from 'rondel/private';
import type { ThinkingOptions } from '../../types/server.js';

/** How bots think at a server. */
export interface BotBounds {
  /** The address of the module that worker threads have the games from; null: bots think in the server's own thread. */
  games: string | null;
  /** Maximum number of searches at once. */
  workers: number;
  /** Time limit of a search, in milliseconds. */
  thinkingTime: number;
  /** Milliseconds between a state and a bot's action, at least. */
  minTime: number;
}

const OPTIONS: OptionNames<ThinkingOptions> = { games: true, workers: true, thinkingTime: true, minTime: true };
/** Milliseconds. */
const THINKING_TIME = 2000;
const MOST_MS = 60_000;

/** The option `bots` of a server, read; null if it has none. Throws an error that names the option. */
export function readBotOptions(option: unknown): BotBounds | null {
  if (option === false) return null;
  const given: Foreign = option ?? {};
  if (!isObject(given)) throw mistake('bots', 'false, or an object', option);
  warnOfUnknown('Server: bots', given, OPTIONS);
  const { games, workers, thinkingTime, minTime } = given;
  return {
    games: isOmitted(games) ? null : readModule(games),
    workers: isOmitted(games) ? readAlone(workers) : readCount(workers),
    thinkingTime: isOmitted(thinkingTime) ? THINKING_TIME : readTime(thinkingTime),
    minTime: isOmitted(minTime) ? MIN_TIME : readMinTime(minTime),
  };
}

function readModule(games: unknown): string {
  try {
    const { protocol, href } = new URL(games as string | URL);
    if (['file:', 'data:'].includes(protocol)) return href;
  } catch {
    // A path, or something else.
  }
  throw mistake('bots.games', "the address of a module, such as new URL('./games.js', import.meta.url)", games);
}

/** The server's own thread thinks about one thing at a time. */
function readAlone(workers: unknown) {
  if (!isOmitted(workers)) throw rondelError('server/options', 'bots.workers: needs bots.games, the module from which workers import the games');
  return 1;
}

/** One processor is left for people's moves. */
function readCount(workers: unknown) {
  if (isOmitted(workers)) return Math.max(1, availableParallelism() - 1);
  if (Number.isSafeInteger(workers) && workers as number > 0) return workers as number;
  throw mistake('bots.workers', 'a whole number above 0', workers);
}

function readTime(milliseconds: unknown) {
  if (typeof milliseconds === 'number' && milliseconds > 0 && milliseconds <= MOST_MS) return milliseconds;
  throw mistake('bots.thinkingTime', `milliseconds, ${MOST_MS} at most`, milliseconds);
}

function readMinTime(milliseconds: unknown) {
  if (isMinTime(milliseconds)) return milliseconds as number;
  throw mistake('bots.minTime', `milliseconds, ${MOST_MIN_TIME} at most`, milliseconds);
}

function mistake(name: string, expected: string, value: unknown) {
  return rondelError('server/options', `${name}: expected ${expected}, got ${described(value)}`);
}
