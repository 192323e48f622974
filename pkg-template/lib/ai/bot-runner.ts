import { noop } from '../util/noop.js';
import { reportUncaught } from '../util/print.js';
import { unref } from '../util/unref.js';
import { withSilenceTimeout } from './silence-timeout.js';
import { readDecision } from './bot-failure.js';
import { makeBot } from './bot-spec.js';
import { WORKER_ENDED, hasEndedWorker } from './bot-worker.js';
import { openBotWorkers } from './bot-workers.js';
import { measureThisThread, watchIdle } from './idle-watch.js';
import { BotCache } from './bot-cache.js';
import type { BotProgress } from '../../types/bots.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { BotSpec } from './bot-spec.js';
import type { BotWorkers } from './bot-workers.js';
import type { AnyWorker } from './worker-channel.js';

/** Longest silence of a bot beyond its `thinkingTime`, in milliseconds. */
const PATIENCE = 60_000;

/** A request for a bot's action. */
export interface BotRequest {
  /** The state that the seat sees, as plain data. */
  state: Foreign;
  playerID: string;
  spec: BotSpec;
  /** Name of the match. The bot keeps its search tree between requests of one match. Without a name it starts from scratch. */
  matchID?: string;
  /** Maximum time until the bot's action, in milliseconds. Default: no limit but the bot's own. */
  time?: number | undefined;
}

/** Options of a request. */
export interface How {
  /** Ends the search. The request then rejects at once. */
  signal?: AbortSignal;
  onProgress?: (progress: BotProgress) => void;
  /**
   * Receives a promise that resolves when no thread is busy with the bot any more. This may be after the request has rejected: some bots
   * ignore signals.
   */
  hold?: (busy: Promise<unknown>) => void;
  /** Called when the bot only awaits something and its thread is idle. */
  onIdle?: () => void;
}

/** A bot's action, with the bot's own data about it. */
export interface BotDecision {
  action: Foreign;
  metadata?: Foreign;
}

export type BotRunner = ReturnType<typeof openBotRunner>;

/** Options of a request that runs in this thread. */
interface LocalRequest extends Required<Omit<How, 'signal'>> {
  signal?: AbortSignal;
  patience: number;
}

interface BotRunnerOptions {
  game: object;
  /** Workers for all bots that can be described as data, in place of the workers in specs. The caller opens and closes them. */
  pool?: BotWorkers;
  /** Longest silence of a bot beyond its `thinkingTime`, in milliseconds. */
  patience?: number;
  /** Maximum number of idle bots in this thread that keep their search trees. */
  cacheSize?: number;
  /** Called with the reason when a worker has ended. */
  workerFailed?: (error: unknown) => void;
}

/**
 * Runs the bots of a game, in this thread or in workers.
 *
 * - A bot that is silent for a minute has failed.
 * - A bot that ends its worker has failed.
 * - If a worker fails to start, the bot runs in this thread, provided that its class is loaded here.
 */
export function openBotRunner({ game, pool, patience = PATIENCE, cacheSize, workerFailed = noop }: BotRunnerOptions) {
  const cache = new BotCache(cacheSize);
  /** Workers by start function and pool size. */
  const workerPools = new Map<() => AnyWorker, Map<number, BotWorkers>>();
  return { think, forget, close };

  /**
   * Resolves with the bot's action. Rejects with the bot's error, if the bot is silent for too long, or when the signal ends the request.
   */
  async function think(request: BotRequest, { signal, onProgress, hold = noop, onIdle = noop }: How = {}): Promise<BotDecision> {
    const { Bot, options } = request.spec;
    const how = { signal, onProgress: ignoringErrors(request.spec.onProgress, onProgress), hold, onIdle, patience: patience + (options.thinkingTime ?? 0) };
    const ownPool = poolOf(request.spec);
    if (!ownPool) return playHere(request, how);
    try {
      return await ownPool.think({ ...request, game }, how);
    } catch (error) {
      if ((error as RondelError | undefined)?.code !== WORKER_ENDED) throw error;
      workerFailed(error);
      // Code that exhausts a worker's memory would end this process, with all its matches.
      if (!Bot || hasEndedWorker(error)) throw error;
      return playHere(request, how);
    }
  }

  /** Frees the search trees of a match. */
  function forget(matchID: string) {
    cache.forget(matchID);
    for (const workerPool of [pool, ...ownPools()]) workerPool?.forget(game, matchID);
  }

  /** Ends the workers that this runner has started. */
  function close() {
    cache.forgetAll();
    for (const workerPool of ownPools()) workerPool.close();
    workerPools.clear();
  }

  function ownPools() {
    return [...workerPools.values()].flatMap((poolsBySize) => [...poolsBySize.values()]);
  }

  function playHere({ matchID, playerID, spec, state, time }: BotRequest, { signal: outer, onProgress, hold, onIdle, patience }: LocalRequest) {
    const key = JSON.stringify([matchID, playerID]);
    const busy = busyPeriod({ patience, onIdle });
    const play = async ({ signal, alive }: { signal: AbortSignal, alive: () => void }) => {
      // A bot that ignored the signal of its last request, and still runs, is not in the cache.
      const bot = cache.take(key, { match: matchID, spec }) ?? makeBot(spec, game);
      try {
        const decision = await bot.play(state, playerID, {
          signal,
          time,
          onProgress: (progress) => {
            alive();
            busy.alive();
            if (!signal.aborted) onProgress(progress);
          },
        });
        return readDecision(decision);
      } finally {
        cache.add(key, bot, { match: matchID, spec });
      }
    };
    return withSilenceTimeout((how) => {
      const playing = play(how);
      hold(busy.over);
      playing.then(busy.end, busy.end);
      return playing;
    }, { patience, signal: outer });
  }

  function poolOf({ worker, workers: size, asData }: BotRequest['spec']) {
    if (pool) return asData === undefined ? undefined : pool;
    if (!worker) return undefined;
    const poolsBySize = workerPools.get(worker) ?? new Map<number, BotWorkers>();
    workerPools.set(worker, poolsBySize);
    const workers = poolsBySize.get(size) ?? openBotWorkers({ start: worker, size });
    poolsBySize.set(size, workers);
    return workers;
  }
}

/**
 * Tracks how long a bot keeps this thread busy: until it settles, only awaits something, or `patience` has passed. Keeps no process alive.
 */
function busyPeriod({ patience, onIdle }: Pick<LocalRequest, 'patience' | 'onIdle'>) {
  let resolve = noop;
  const over: Promise<void> = new Promise((done) => { resolve = done; });
  const timer = unref(setTimeout(end, patience));
  const { alive, stop } = watchIdle(measureThisThread, () => {
    onIdle();
    end();
  });
  return { alive, over, end };

  function end() {
    clearTimeout(timer);
    stop();
    resolve();
  }
}

/** Returns a callback that calls others: an error in one of them is not a failure of the bot. */
function ignoringErrors(...callbacks: How['onProgress'][]) {
  return (progress: BotProgress) => {
    for (const onProgress of callbacks) {
      try {
        onProgress?.(progress);
      } catch (thrown) {
        reportUncaught(thrown);
      }
    }
  };
}
