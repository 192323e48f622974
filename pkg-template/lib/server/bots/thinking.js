import { Worker } from 'node:worker_threads';
import { readBotSpec } from '../../ai/bot-spec.js';
import { openBotWorkers } from '../../ai/bot-workers.js';
import { STRENGTH, strengthOf } from '../../ai/difficulty.js';
import { openThinker } from '../../ai/thinker.js';
import { botOptionsOf } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { recent } from '../../util/recent.js';
import { ThinkingTurns } from './turns.js';

/** Milliseconds that a bot may be silent beyond its thinking time. */
const PATIENCE = 15_000;
/** Milliseconds until all that wait have had a turn, about: the more wait, the shorter each of them thinks. */
const ROUND = 3000;
/** A bot has at least this part of its time. */
const LEAST = 1 / 32;
/** Milliseconds that people's moves have between two slices of a thought in the server's own thread: about twice as long as one takes. */
const REST = 8;
/** The bots of so many matches, and in this thread so many bots, go on from what they have found out before: some MB each. */
const MOST_KEPT = 32;
/** So many bot specs are kept at once: strangers choose them. */
const MOST_WAYS = 200;

/**
 * The thinking of all bots of a server: so many thoughts at once, none longer than so many milliseconds, in worker threads if there is a
 * module for them.
 */
export class Thinking {
  #bounds;
  #pool;

  /** @param {import('./options.js').BotBounds} bounds */
  constructor(bounds) {
    this.#bounds = bounds;
    this.turns = new ThinkingTurns(bounds.workers);
    const { games, workers: size } = bounds;
    const start = () => new Worker(new URL('./worker.js', import.meta.url), { workerData: { games } });
    this.#pool = games === null ? undefined : openBotWorkers({ start, size });
  }

  /** Ends the worker threads, if there are any. */
  close() {
    this.#pool?.close();
  }

  /** Milliseconds of a thought at most. */
  get longest() {
    return this.#bounds.thinkingTime;
  }

  /** Milliseconds between a state and a bot's action, at least. */
  get minTime() {
    return this.#bounds.minTime ?? 0;
  }

  /**
   * Milliseconds of a thought that begins while so many are waiting: halves of the most, so that bots find themselves as they were.
   *
   * @param {number} crowd as of a turn
   */
  timeIn(crowd) {
    let time = this.longest;
    while (time * crowd > ROUND && time > this.longest * LEAST) time /= 2;
    return time;
  }

  /**
   * The thinker for the bots of a game.
   *
   * @param {object} game
   * @param {(error: any) => void} workerFailed is called with the reason when a worker thread has ended
   */
  open(game, workerFailed) {
    const thinker = openThinker({ game, pool: this.#pool, patience: PATIENCE, mostKept: MOST_KEPT, workerFailed });
    const ways = recent(MOST_WAYS);
    const kept = recent(MOST_KEPT, (matchID) => thinker.forget(matchID));
    const wayOf = async (settings, time) => {
      const name = JSON.stringify([settings, time]);
      return ways.get(name) ?? ways.keep(name, await readWay(game, settings, time));
    };

    return {
      /**
       * @param {{ matchID: string, playerID: string, settings: import('../../online/bot-seats.js').BotSettings, state: any, time: number }} question
       *   `time`: milliseconds at most
       * @param {{ signal: AbortSignal }} how
       */
      async think({ settings, time, ...question }, how) {
        const spec = await wayOf(settings, time);
        kept.keep(question.matchID, true);
        return thinker.think({ ...question, spec }, how);
      },
      close: () => thinker.close(),
    };
  }
}

/** Settings come from metadata, and from anyone who has made the match. @returns {Promise<import('../../ai/bot-spec.js').BotSpec>} */
async function readWay(game, settings, time) {
  // A server without bots does not load the search.
  const { USUAL_BOTS } = await import('../../ai/usual-bots.js');
  const spec = readBotSpec(settings, { game, place: 'bots', usual: USUAL_BOTS });
  // A class of the game's own knows for itself how long it thinks: it has no more than its patience.
  const isUsual = Object.values(USUAL_BOTS).some((Usual) => Usual === spec.Bot);
  return isUsual ? limited(spec, game, time) : { ...spec, workers: 1 };
}

/**
 * As the spec, but no thought takes longer.
 *
 * @param {any} spec one with a class of this package's
 * @param {object} game
 * @param {number} time milliseconds
 */
function limited({ options, ...spec }, game, time) {
  const says = STRENGTH.some((field) => options[field] !== undefined);
  const { iterations, thinkingTime } = strengthOf(says ? options : botOptionsOf(rulesOf(game)));
  const bounded = { ...options, ...iterations !== Infinity && { iterations }, thinkingTime: Math.min(thinkingTime, time) };
  const isData = Object.values(bounded).every((value) => typeof value !== 'function');
  return { ...spec, options: { ...bounded, rest: REST }, workers: 1, asData: isData ? { ...bounded, bot: spec.Bot.botName } : spec.asData };
}
