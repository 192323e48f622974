import { rondelError } from '../util/error.js';
import { described } from '../util/described.js';
import { nothing } from '../util/nothing.js';
import { report } from '../util/report.js';
import { attended } from './attended.js';
import { makeBot } from './bot-spec.js';
import { WORKER_ENDED } from './bot-worker.js';
import { openBotWorkers } from './bot-workers.js';
import { freeBot } from './free-bot.js';

/** Milliseconds that a bot may say nothing beyond its `thinkingTime`. */
const PATIENCE = 60_000;

/**
 * A question for a bot.
 *
 * @typedef {object} Question
 * @property {any} state what the seat sees, plain data
 * @property {string} playerID
 * @property {import('./bot-spec.js').BotSpec} spec
 * @property {string} [matchID] where the bot goes on from what it has found out before; without it, it begins anew
 *
 * @typedef {{ iterations: number, share: number, candidates: any[] }} Progress how far a thought has come, from 0 to 1
 *
 * @typedef {object} How
 * @property {AbortSignal} [signal] ends the thought: then it rejects at once
 * @property {(progress: Progress) => void} [onProgress]
 *
 * @typedef {{ action: any, metadata?: any }} Thought
 *
 * @typedef {ReturnType<typeof openThinker>} Thinker
 */

/**
 * Who thinks for the bots of a game: bots in this thread, or in workers. A bot that says nothing for a minute has failed. Where a worker
 * cannot be started, or ends, the bot thinks here, if this thread has its class.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {import('./bot-workers.js').BotWorkers} [options.pool] workers for all bots that can be said in data, in place of those of specs; whoever has
 *   opened them closes them
 * @param {number} [options.patience] milliseconds that a bot may say nothing beyond its `thinkingTime`
 * @param {(error: any) => void} [options.workerFailed] is called with the reason when a worker has ended
 */
export function openThinker({ game, pool, patience = PATIENCE, workerFailed = nothing }) {
  /** Bots that have nothing to think about, by match and seat. */
  const matches = new Map();
  /** By the function that starts them, and how many they are. */
  const workers = new Map();
  return { think, forget, close };

  /**
   * What the bot does. It rejects with what the bot throws, if it says nothing for too long, and when the signal ends it.
   *
   * @param {Question} question
   * @param {How} [how]
   * @returns {Promise<Thought>}
   */
  async function think(question, { signal, onProgress = question.spec.onProgress } = {}) {
    const { Bot, options } = question.spec;
    const how = { signal, onProgress: carefully(onProgress), patience: patience + (options.thinkingTime ?? 0) };
    const some = workersOf(question.spec);
    if (!some) return thinkHere(question, how);
    try {
      return await some.think({ ...question, game }, how);
    } catch (error) {
      if (error?.code !== WORKER_ENDED) throw error;
      workerFailed(error);
      if (!Bot) throw error;
      return thinkHere(question, how);
    }
  }

  /** The bots of a match go on from nothing. */
  function forget(matchID) {
    for (const { bot } of matches.get(matchID)?.values() ?? []) freeBot(bot);
    matches.delete(matchID);
    for (const some of [pool, ...ownWorkers()]) some?.forget(game, matchID);
  }

  /** Ends the workers. */
  function close() {
    for (const matchID of [...matches.keys()]) forget(matchID);
    for (const some of ownWorkers()) some.close();
    workers.clear();
  }

  function ownWorkers() {
    return [...workers.values()].flatMap((ofStart) => [...ofStart.values()]);
  }

  /** @param {Question} question */
  function thinkHere({ matchID, playerID, spec, state }, { signal: outer, onProgress, patience }) {
    const idle = idleIn(matchID);
    return attended(async ({ signal, heard }) => {
      // One that still thinks about the question before, because signals are nothing to it, is not asked again.
      const bot = takeFrom(idle, playerID, spec) ?? makeBot(spec, game);
      try {
        const thought = await bot.play(state, playerID, {
          signal,
          onProgress: (progress) => {
            heard();
            if (!signal.aborted) onProgress(progress);
          },
        });
        return readThought(thought);
      } finally {
        // It may have been forgotten meanwhile.
        if (matches.get(matchID) === idle) idle.set(playerID, { bot, spec });
        else freeBot(bot);
      }
    }, { patience, signal: outer });
  }

  function idleIn(matchID) {
    if (matchID === undefined) return new Map();
    let idle = matches.get(matchID);
    if (!idle) matches.set(matchID, idle = new Map());
    return idle;
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

function takeFrom(idle, playerID, spec) {
  const known = idle.get(playerID);
  idle.delete(playerID);
  if (known?.spec === spec) return known.bot;
  freeBot(known?.bot);
  return undefined;
}

/** Who looks on, and fails, is no fault of the bot's. */
function carefully(onProgress) {
  return (progress) => {
    try {
      onProgress?.(progress);
    } catch (thrown) {
      report(thrown);
    }
  };
}

/** Throws for what says of no action. */
function readThought(thought) {
  if (thought?.action) return thought;
  throw rondelError('bot/noAction', `play(state, playerID): expected { action }, got ${described(thought?.action === undefined ? thought : thought.action)}`);
}
