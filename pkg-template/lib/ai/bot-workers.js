import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { BotWorker } from './bot-worker.js';
import { mergedProgress } from './merged-progress.js';

/** @typedef {ReturnType<typeof openBotWorkers>} BotWorkers */

/**
 * Workers that think for bots, as `serveBots` has them do. They are started when they are needed. Several may think about one question, each by
 * itself; the first of them chooses among what all have found out.
 *
 * @param {object} options
 * @param {() => any} options.start a Worker of the page, or of Node's worker_threads
 * @param {number} options.size how many there are at most
 */
export function openBotWorkers({ start, size }) {
  const workers = Array.from({ length: size }, () => new BotWorker(start));
  /** Those that workers know: by match, the worker that has thought about a seat last. @type {Map<string, Map<string, BotWorker>>} */
  const matches = new Map();
  return { think, forget, close };

  /**
   * @param {import('./thinker.js').Question & { game: object }} question
   * @param {{ signal?: AbortSignal, onProgress: (progress: import('./thinker.js').Progress) => void, patience: number }} how
   * @returns {Promise<import('./thinker.js').Thought>}
   */
  async function think({ game, matchID, playerID, spec, state }, { signal, onProgress, patience }) {
    const rules = rulesOf(game);
    const match = matchID === undefined ? undefined : nameOf(game, matchID);
    const chosen = workersFor(Math.min(spec.workers, size), match, playerID);
    const noted = mergedProgress(chosen.length, onProgress);
    const question = {
      type: 'think', gameName: rules.name, version: versionOf(rules), match, playerID, state, spec: spec.asData, parts: chosen.length,
    };
    const asked = chosen.map((worker, part) => {
      return worker.ask({ ...question, part }, { signal, patience, onProgress: (progress) => noted(part, progress) });
    });
    const found = foundBy(chosen, await Promise.allSettled(asked));
    const [{ answer }] = found;
    if (!answer.candidates) return answer;
    try {
      return await decide(found, { signal, patience });
    } finally {
      for (const { worker, answer: { id } } of found) worker.send({ type: 'abort', id });
    }
  }

  /**
   * The first worker that still has its findings chooses among those of all: one that has ended meanwhile has lost its own.
   *
   * @param {{ worker: BotWorker, answer: any }[]} found
   * @param {{ signal?: AbortSignal, patience: number }} how
   */
  async function decide([{ worker, answer }, ...others], how) {
    try {
      return await worker.ask({ type: 'choose', thought: answer.id, lists: others.map((other) => other.answer.candidates) }, how);
    } catch (error) {
      if (others.length === 0 || how.signal?.aborted) throw error;
      return decide(others, how);
    }
  }

  /** The last match that is forgotten ends the workers. */
  function forget(game, matchID) {
    const match = nameOf(game, matchID);
    if (!matches.delete(match)) return;
    for (const worker of workers) worker.send({ type: 'forget', match });
    if (matches.size === 0) close();
  }

  /** Ends the workers, until they are needed again. */
  function close() {
    for (const worker of workers) worker.close();
  }

  /** All workers in their order, since each knows what it has found out before; or the least busy ones, of which the one that thought last comes first. */
  function workersFor(count, match, playerID) {
    const seats = matches.get(match) ?? new Map();
    if (match !== undefined) matches.set(match, seats);
    if (count === size) return workers;
    const last = seats.get(playerID);
    const chosen = [...workers].sort((one, other) => one.load - other.load || Number(other === last) - Number(one === last)).slice(0, count);
    seats.set(playerID, chosen[0]);
    return chosen;
  }
}

/** Workers may know several games. */
function nameOf(game, matchID) {
  return JSON.stringify([rulesOf(game).name, matchID]);
}

/** Throws if no worker has found out anything. */
function foundBy(workers, settled) {
  const found = settled.flatMap((one, i) => (one.status === 'fulfilled' ? [{ worker: workers[i], answer: one.value }] : []));
  if (found.length === 0) throw settled[0].reason;
  return found;
}
