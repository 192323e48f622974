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
import type { BotProgress } from '../../types/bots.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { BotSpec } from './bot-spec.js';
import type { BotWorkers } from './bot-workers.js';
import type { AnyWorker } from './worker-channel.js';

/** Milliseconds that a bot may be silent beyond its `thinkingTime`. */
const PATIENCE = 60_000;

/** A question for a bot. */
export interface Question {
  /** What the seat sees, plain data. */
  state: Foreign;
  playerID: string;
  spec: BotSpec;
  /** Where the bot goes on from what it has found out before; without it, it begins again. */
  matchID?: string;
}

/** Options of a question. */
export interface How {
  /** Ends the thought: then it rejects at once. */
  signal?: AbortSignal;
  onProgress?: (progress: BotProgress) => void;
  /** Is handed what resolves when no thread is busy with the bot any more, which may be after the search has ended: some bots ignore signals. */
  hold?: (busy: Promise<unknown>) => void;
  /** Is called when the bot only awaits something, and its thread is idle. */
  onIdle?: () => void;
}

/** A bot's action, and what the bot says about it. */
export interface Thought {
  action: Foreign;
  metadata?: Foreign;
}

export type Thinker = ReturnType<typeof openThinker>;

/** Options of a question that is answered in this thread. */
interface AskedHere extends Required<Omit<How, 'signal'>> {
  signal?: AbortSignal;
  patience: number;
}

/** Options of `openThinker`. */
interface ThinkerOptions {
  game: object;
  /** Workers for all bots that can be described as data, in place of those of specs. The caller opens and closes them. */
  pool?: BotWorkers;
  /** Milliseconds that a bot may be silent beyond its `thinkingTime`. */
  patience?: number;
  /** Number of bots that wait here for their next question, and keep what they have found out. */
  mostKept?: number;
  /** Called with the reason when a worker has ended. */
  workerFailed?: (error: unknown) => void;
}

/**
 * Runs the bots of a game, in this thread or in workers. A bot that is silent for a minute has failed. Where a worker
 * cannot be started, the bot thinks here, if this thread has its class; a bot that ends its worker has failed.
 */
export function openThinker({ game, pool, patience = PATIENCE, mostKept, workerFailed = noop }: ThinkerOptions) {
  const kept = new KeptBots(mostKept);
  /** By the function that starts them, and how many they are. */
  const workers = new Map<() => AnyWorker, Map<number, BotWorkers>>();
  return { think, forget, close };

  /** The bot's action. It rejects with what the bot throws, if the bot is silent for too long, and when the signal ends it. */
  async function think(question: Question, { signal, onProgress = question.spec.onProgress, hold = noop, onIdle = noop }: How = {}): Promise<Thought> {
    const { Bot, options } = question.spec;
    const how = { signal, onProgress: carefully(onProgress), hold, onIdle, patience: patience + (options.thinkingTime ?? 0) };
    const some = workersOf(question.spec);
    if (!some) return thinkHere(question, how);
    try {
      return await some.think({ ...question, game }, how);
    } catch (error) {
      if ((error as RondelError | undefined)?.code !== WORKER_ENDED) throw error;
      workerFailed(error);
      // What uses up a worker's memory ends whatever process thinks it, and all who play there.
      if (!Bot || isCharged(error)) throw error;
      return thinkHere(question, how);
    }
  }

  /** Forgets what the bots of a match have found out. */
  function forget(matchID: string) {
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

  function thinkHere({ matchID, playerID, spec, state }: Question, { signal: outer, onProgress, hold, onIdle, patience }: AskedHere) {
    const key = JSON.stringify([matchID, playerID]);
    const busy = busyPeriod({ patience, onIdle });
    const play = async ({ signal, alive }: { signal: AbortSignal, alive: () => void }) => {
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

  function workersOf({ worker, workers: size, asData }: Question['spec']) {
    if (pool) return asData === undefined ? undefined : pool;
    if (!worker) return undefined;
    const ofStart = workers.get(worker) ?? new Map<number, BotWorkers>();
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
function busyPeriod({ patience, onIdle }: Pick<AskedHere, 'patience' | 'onIdle'>) {
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

/** An error in the observer is not the bot's failure. */
function carefully(onProgress: How['onProgress']) {
  return (progress: BotProgress) => {
    try {
      onProgress?.(progress);
    } catch (thrown) {
      reportUncaught(thrown);
    }
  };
}
