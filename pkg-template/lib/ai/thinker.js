import { noop } from '../util/noop.js';
import { reportUncaught } from '../util/print.js';
import { unref } from '../util/unref.js';
import { attended } from './attended.js';
import { readThought } from './bot-failure.js';
import { makeBot } from './bot-spec.js';
import { WORKER_ENDED, isCharged } from './bot-worker.js';
import { openBotWorkers } from './bot-workers.js';
import { measureThisThread, watchIdle } from './idle-watch.js';
import { KeptBots } from './kept-bots.js';

/** Milliseconds that a bot may be silent beyond its `thinkingTime`. */
const PATIENCE = 60_000;

/**
 * A question for a bot.
 *
 * @typedef {object} Question
 * @property {any} state what the seat sees, plain data
 * @property {string} playerID
 * @property {import('./bot-spec.js').BotSpec} spec
 * @property {string} [matchID] where the bot goes on from what it has found out before; without it, it begins again
 *
 * @typedef {{ iterations: number, share: number, candidates: any[] }} Progress how far a thought has come, from 0 to 1
 *
 * @typedef {object} How
 * @property {AbortSignal} [signal] ends the thought: then it rejects at once
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(busy: Promise<unknown>) => void} [hold] is handed what resolves when no thread is busy with the bot any more, which may be
 *   after the search has ended: some bots ignore signals
 * @property {() => void} [onIdle] is called when the bot only awaits something, and its thread is idle
 *
 * @typedef {{ action: any, metadata?: any }} Thought
 *
 * @typedef {ReturnType<typeof openThinker>} Thinker
 */

/**
 * Runs the bots of a game, in this thread or in workers. A bot that is silent for a minute has failed. Where a worker
 * cannot be started, or ends, the bot thinks here, if this thread has its class; where one of the `pool` ends, it has failed.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {import('./bot-workers.js').BotWorkers} [options.pool] workers for all bots that can be described as data, in place of those of specs; the
 *   caller opens and closes them
 * @param {number} [options.patience] milliseconds that a bot may be silent beyond its `thinkingTime`
 * @param {number} [options.mostKept] bots that wait here for their next question, and keep what they have found out
 * @param {(error: any) => void} [options.workerFailed] is called with the reason when a worker has ended
 */
export function openThinker({ game, pool, patience = PATIENCE, mostKept, workerFailed = noop }) {
  const kept = new KeptBots(mostKept);
  /** By the function that starts them, and how many they are. */
  const workers = new Map();
  return { think, forget, close };

  /**
   * The bot's action. It rejects with what the bot throws, if the bot is silent for too long, and when the signal ends it.
   *
   * @param {Question} question
   * @param {How} [how]
   * @returns {Promise<Thought>}
   */
  async function think(question, { signal, onProgress = question.spec.onProgress, hold = noop, onIdle = noop } = {}) {
    const { Bot, options } = question.spec;
    const how = { signal, onProgress: carefully(onProgress), hold, onIdle, patience: patience + (options.thinkingTime ?? 0) };
    const some = workersOf(question.spec);
    if (!some) return thinkHere(question, how);
    try {
      return await some.think({ ...question, game }, how);
    } catch (error) {
      if (error?.code !== WORKER_ENDED) throw error;
      workerFailed(error);
      // What uses up a worker's memory ends whatever process thinks it, and all who play there.
      if (!Bot || (pool && isCharged(error))) throw error;
      return thinkHere(question, how);
    }
  }

  /** Forgets what the bots of a match have found out. */
  function forget(matchID) {
    kept.forget(matchID);
    for (const some of [pool, ...ownWorkers()]) some?.forget(game, matchID);
  }

  /** Ends the workers that it has started. */
  function close() {
    kept.forgetAll();
    for (const some of ownWorkers()) some.close();
    workers.clear();
  }

  function ownWorkers() {
    return [...workers.values()].flatMap((ofStart) => [...ofStart.values()]);
  }

  /** @param {Question} question */
  function thinkHere({ matchID, playerID, spec, state }, { signal: outer, onProgress, hold, onIdle, patience }) {
    const key = JSON.stringify([matchID, playerID]);
    const busy = busyPeriod({ patience, onIdle });
    const play = async ({ signal, alive }) => {
      // One that still thinks about the question before, because it ignores signals, is not asked again.
      const bot = kept.take(key, { match: matchID, spec }) ?? makeBot(spec, game);
      try {
        const thought = await bot.play(state, playerID, {
          signal,
          onProgress: (progress) => {
            alive();
            busy.alive();
            if (!signal.aborted) onProgress(progress);
          },
        });
        return readThought(thought);
      } finally {
        kept.keep(key, bot, { match: matchID, spec });
      }
    };
    return attended((how) => {
      const playing = play(how);
      hold(busy.over);
      playing.then(busy.end, busy.end);
      return playing;
    }, { patience, signal: outer });
  }

  /** @param {Question['spec']} spec */
  function workersOf({ worker, workers: size, asData }) {
    if (pool) return asData === undefined ? undefined : pool;
    if (!worker) return undefined;
    const ofStart = workers.get(worker) ?? new Map();
    workers.set(worker, ofStart);
    const some = ofStart.get(size) ?? openBotWorkers({ start: worker, size });
    ofStart.set(size, some);
    return some;
  }
}

/**
 * The time in which a bot is at work in this thread: until it has settled, it only awaits something, or so many milliseconds have passed.
 * No process goes on for it.
 */
function busyPeriod({ patience, onIdle }) {
  let resolve = noop;
  /** @type {Promise<void>} */
  const over = new Promise((done) => { resolve = done; });
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

/** An error in the observer is not the bot's failure. */
function carefully(onProgress) {
  return (progress) => {
    try {
      onProgress?.(progress);
    } catch (thrown) {
      reportUncaught(thrown);
    }
  };
}
