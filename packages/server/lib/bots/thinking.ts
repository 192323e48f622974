import { Worker } from 'node:worker_threads';
import { botOptionsOf, openBotRunner, openBotWorkers, readBotSpec, boundedCache, rulesOf, STRENGTH, strengthOf } from '../rondel.js';
import { ThinkingQueue } from './thinking-queue.js';
import type { Game } from 'rondel';
import type { BotSettings, BotSpec, Foreign } from 'rondel/private';
import type { BotBounds } from './options.js';

/** A question to a bot. `time` is the time limit of the server at its load, `share` that of the match's clock. Both are in milliseconds. */
export interface BotQuestion {
  /** Omitted: the bot starts from scratch. */
  matchID?: string;
  playerID: string;
  settings: BotSettings;
  /** State as a player at its seat sees it. */
  state: Foreign;
  time: number;
  share?: number | undefined;
}

/** A class of this package's. */
type NamedBot = NonNullable<BotSpec['Bot']> & { botName: string };

/** How an `openBotRunner` is asked. */
type How = Parameters<ReturnType<typeof openBotRunner>['think']>[1];

/** Milliseconds that a bot may be silent beyond its thinking time. */
const PATIENCE = 15_000;
/** Milliseconds until all that wait have had a turn, about: the more wait, the shorter each of them thinks. */
const ROUND = 3000;
/** A bot has at least this part of its time. */
const LEAST = 1 / 32;
/** Milliseconds for players' moves between two slices of a search in the server's own thread: about twice the time of a slice. */
const REST = 8;
/** The bots of so many matches, and in this thread so many bots, go on from what they have found out before: some MB each. */
const MOST_KEPT = 32;
/** Maximum number of stored bot specs: clients choose them. */
const MOST_WAYS = 200;

/**
 * The thinking of all bots of a server: so many thoughts at once, none longer than so many milliseconds, in worker threads if there is a
 * module for them.
 */
export class Thinking {
  declare queue: ThinkingQueue;

  #bounds: BotBounds;
  #pool: ReturnType<typeof openBotWorkers> | undefined;

  constructor(bounds: BotBounds) {
    this.#bounds = bounds;
    this.queue = new ThinkingQueue(bounds.workers);
    const { games, workers: size } = bounds;
    const start = () => new Worker(new URL('./bot-worker.js', import.meta.url), { workerData: { games } });
    this.#pool = games === null ? undefined : openBotWorkers({ start, size });
  }

  /** Ends the worker threads, if there are any. */
  close() {
    this.#pool?.close();
  }

  /** Time limit of a search, in milliseconds. */
  get longest() {
    return this.#bounds.thinkingTime;
  }

  /** Milliseconds between a state and a bot's action, at least. */
  get minTime() {
    return this.#bounds.minTime ?? 0;
  }

  /**
   * Returns the time limit of a search, in milliseconds, at this load. It is the maximum, halved repeatedly, so that cached bots are found again.
   *
   * @param load of a slot of the queue
   */
  timeIn(load: number) {
    let time = this.longest;
    while (time * load > ROUND && time > this.longest * LEAST) time /= 2;
    return time;
  }

  /**
   * The runner for the bots of a game.
   *
   * @param workerFailed is called with the reason when a worker thread has ended
   */
  open(game: Game, workerFailed: (error: unknown) => void) {
    const runner = openBotRunner({ game, pool: this.#pool, patience: PATIENCE, cacheSize: MOST_KEPT, workerFailed });
    const ways = boundedCache<string, BotSpec>(MOST_WAYS);
    const kept = boundedCache<string, true>(MOST_KEPT, (matchID) => runner.forget(matchID));
    const wayOf = async (settings: BotSettings, time: number) => {
      const name = JSON.stringify([settings, time]);
      return ways.get(name) ?? ways.keep(name, await readWay(game, settings, time));
    };

    return {
      async think({ settings, time, share, ...question }: BotQuestion, how: How) {
        const spec = await wayOf(settings, time);
        if (question.matchID !== undefined) kept.keep(question.matchID, true);
        return runner.think({ ...question, spec, time: share }, how);
      },
      close: () => runner.close(),
    };
  }
}

/** Settings come from metadata, and from anyone who has made the match. */
async function readWay(game: Game, settings: BotSettings, time: number): Promise<BotSpec> {
  // A server without bots does not load the search.
  const { ISMCTSBot, MCTSBot, RandomBot } = await import('rondel/ai');
  const classes = { random: RandomBot, mcts: MCTSBot, ismcts: ISMCTSBot };
  const spec = readBotSpec(settings, { game, place: 'bots', classes });
  // A class of the game's own knows for itself how long it thinks: it has no more than its patience.
  const isUsual = Object.values(classes).some((Class) => Class === spec.Bot);
  return isUsual ? limited(spec, game, time) : { ...spec, workers: 1 };
}

/** As the spec, which has a class of this package's, but no thought takes longer than so many milliseconds. */
function limited({ options, ...spec }: BotSpec, game: Game, time: number): BotSpec {
  const says = STRENGTH.some((field) => options[field] !== undefined);
  const { iterations, thinkingTime } = strengthOf(says ? options : botOptionsOf(rulesOf(game)));
  const bounded = { ...options, ...iterations !== Infinity && { iterations }, thinkingTime: Math.min(thinkingTime, time) };
  const isData = Object.values(bounded).every((value) => typeof value !== 'function');
  return { ...spec, options: { ...bounded, rest: REST }, workers: 1, asData: isData ? { ...bounded, bot: (spec.Bot as NamedBot).botName } : spec.asData };
}
