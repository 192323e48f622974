import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { recent } from '../util/recent.js';
import { BotWorker, isCharged } from './bot-worker.js';
import { mergedProgress } from './merged-progress.js';

/** Milliseconds that a match waits which has ended a worker: twice as many each time, and at least as many as its request has taken. */
const SHORTEST_REST = 100;
const LONGEST_REST = 60_000;
/** Number of matches that are remembered for having ended a worker. */
const MOST_CHARGED = 1000;

/**
 * @typedef {ReturnType<typeof openBotWorkers>} BotWorkers
 *
 * @typedef {{ onProgress: (progress: import('./thinker.js').Progress) => void, patience: number } & Omit<import('./thinker.js').How, 'onProgress'>} How
 */

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
  /** The matches that have ended a worker, by name: `{ error, times, until }`. */
  const charges = recent(MOST_CHARGED);
  return { think, forget, close };

  /**
   * Rejects at once for a match that has just ended a worker: it is charged, and others are not.
   *
   * @param {import('./thinker.js').Question & { game: object }} question
   * @param {How} how
   * @returns {Promise<import('./thinker.js').Thought>}
   */
  async function think(question, how) {
    const { game, matchID } = question;
    const match = matchID === undefined ? undefined : nameOf(game, matchID);
    const charge = charges.get(match);
    const begun = performance.now();
    if (charge && begun < charge.until) throw charge.error;
    try {
      const answer = await ask(question, match, how);
      charges.take(match);
      return answer;
    } catch (error) {
      if (match !== undefined && isCharged(error)) charges.keep(match, chargeOf(error, { begun, times: charge?.times ?? 0 }));
      throw error;
    }
  }

  /**
   * @param {import('./thinker.js').Question & { game: object }} question
   * @param {string | undefined} match
   * @param {How} how
   */
  async function ask({ game, playerID, spec, state }, match, { signal, onProgress, onIdle, hold, patience }) {
    const rules = rulesOf(game);
    const chosen = workersFor(Math.min(spec.workers, size), match, playerID);
    const noted = mergedProgress(chosen.length, onProgress);
    const question = {
      type: 'think', gameName: rules.name, version: versionOf(rules), match, playerID, state, spec: spec.asData, parts: chosen.length,
    };
    const asked = chosen.map((worker, part) => {
      const how = { signal, hold, patience, onProgress: (progress) => noted(part, progress) };
      return worker.ask({ ...question, part }, { ...how, ...chosen.length === 1 && { onIdle } });
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

function chargeOf(error, { begun, times }) {
  const now = performance.now();
  return { error, times: times + 1, until: now + Math.min(LONGEST_REST, Math.max(SHORTEST_REST, now - begun) * 2 ** times) };
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
