import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { BotWorker } from './bot-worker.js';
import { mergedProgress } from './merged-progress.js';

/**
 * Workers that think for the bots of a game, as `serveBots` has them do. They are started when they are needed. Several may think about one
 * question, each by itself; the first of them chooses among what all have found out.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {() => any} options.start a Worker of the page, or of Node's worker_threads
 * @param {number} options.size how many there are at most
 */
export function openBotWorkers({ game, start, size }) {
  const rules = rulesOf(game);
  const about = { gameName: rules.name, version: versionOf(rules) };
  const workers = Array.from({ length: size }, () => new BotWorker(start));
  /** Those that workers know. */
  const matches = new Set();
  return { think, forget, close };

  /**
   * @param {import('./thinker.js').Question} question
   * @param {{ signal?: AbortSignal, onProgress: (progress: import('./thinker.js').Progress) => void, patience: number }} how
   * @returns {Promise<import('./thinker.js').Thought>}
   */
  async function think({ matchID, playerID, spec, state }, { signal, onProgress, patience }) {
    const chosen = workersFor(Math.min(spec.workers, size));
    const noted = mergedProgress(chosen.length, onProgress);
    const seat = matchID === undefined ? undefined : JSON.stringify([matchID, playerID]);
    if (matchID !== undefined) matches.add(matchID);
    const question = { ...about, type: 'think', matchID, seat, playerID, state, spec: spec.asData, parts: chosen.length };
    const asked = chosen.map((worker, part) => {
      return worker.ask({ ...question, part }, { signal, patience, onProgress: (progress) => noted(part, progress) });
    });
    const found = foundBy(chosen, await Promise.allSettled(asked));
    const [{ worker, answer }] = found;
    if (answer.action) return answer;
    return worker.ask({ type: 'choose', thought: answer.id, lists: found.slice(1).map((other) => other.answer.candidates) }, { signal, patience });
  }

  function forget(matchID) {
    if (!matches.delete(matchID)) return;
    for (const worker of workers) worker.tell({ type: 'forget', matchID });
    if (matches.size === 0) close();
  }

  /** Ends the workers, until they are needed again. */
  function close() {
    for (const worker of workers) worker.close();
  }

  /** All of them in their order, since each knows what it has found out before; or as many as have least to do. */
  function workersFor(count) {
    if (count === size) return workers;
    return [...workers].sort((one, other) => one.load - other.load).slice(0, count);
  }
}

/** Throws if nobody has found out anything. */
function foundBy(workers, settled) {
  const found = settled.flatMap((one, i) => (one.status === 'fulfilled' ? [{ worker: workers[i], answer: one.value }] : []));
  if (found.length === 0) throw settled[0].reason;
  return found;
}
