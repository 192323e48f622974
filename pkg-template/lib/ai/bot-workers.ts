import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { recent } from '../util/recent.js';
import { BotWorker, WORKER_ENDED, isCharged } from './bot-worker.js';
import type { BotCandidate, BotProgress } from '../../types/bots.js';
import type { RondelError } from '../util/error.js';
import type { How as ThinkerHow, Question, Thought } from './thinker.js';
import type { AnyWorker, Answer, Findings, ThinkRequest } from './worker-channel.js';

/** Milliseconds that a match waits which has ended a worker: twice as many each time, and at least as many as its request has taken. */
const SHORTEST_REST = 100;
const LONGEST_REST = 60_000;
/** Number of matches that are remembered for having ended a worker. */
const MOST_CHARGED = 1000;

export type BotWorkers = ReturnType<typeof openBotWorkers>;

/** Options of a question to workers. */
export interface How extends ThinkerHow {
  onProgress: (progress: BotProgress) => void;
  /** Milliseconds that a bot may be silent. */
  patience: number;
}

/** A question about a game, of which workers may know several. */
type GameQuestion = Question & { game: object };

/** A worker with its answer. */
interface Found<Its = Answer> {
  worker: BotWorker;
  answer: Its;
}

/** The end of a worker that a match is charged with. */
interface Charge {
  error: unknown;
  /** Number of workers that the match has ended in a row. */
  times: number;
  /** End of the match's wait, by `performance.now`. */
  until: number;
}

/**
 * Workers that think for bots, as `serveBots` has them do. They are started when they are needed. Several may think about one question, each by
 * itself; the first of them chooses among what all have found out.
 *
 * @param options.start a Worker of the page, or of Node's worker_threads
 * @param options.size how many there are at most
 */
export function openBotWorkers({ start, size }: { start: () => AnyWorker; size: number }) {
  const workers = Array.from({ length: size }, () => new BotWorker(start));
  /** Those that workers know: by match, the worker that has thought about a seat last. */
  const matches = new Map<string, Map<string, BotWorker>>();
  /** The matches that have ended a worker, by name. */
  const charges = recent<string | undefined, Charge>(MOST_CHARGED);
  return { think, forget, close };

  /** Rejects at once for a match that has just ended a worker: it is charged, and others are not. */
  async function think(question: GameQuestion, how: How): Promise<Thought> {
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
      // Without a worker, a match that has ended the last one fails as it did then: it is not for its owner's thread.
      if (charge && (error as RondelError | undefined)?.code === WORKER_ENDED && !isCharged(error)) throw charge.error;
      if (match !== undefined && isCharged(error)) charges.keep(match, chargeOf(error, { begun, times: charge?.times ?? 0 }));
      throw error;
    }
  }

  async function ask({ game, playerID, spec, state }: GameQuestion, match: string | undefined, { signal, onProgress, onIdle, hold, patience }: How) {
    const rules = rulesOf(game);
    const chosen = workersFor(Math.min(spec.workers, size), match, playerID);
    const noted = mergedProgress(chosen.length, onProgress);
    const question: Omit<ThinkRequest, 'id' | 'part'> = {
      type: 'think', gameName: rules.name, version: versionOf(rules), match, playerID, state, spec: spec.asData, parts: chosen.length,
    };
    const asked = chosen.map((worker, part) => {
      const how = { signal, hold, patience, onProgress: (progress: BotProgress) => noted(part, progress) };
      return worker.ask({ ...question, part }, { ...how, ...chosen.length === 1 && { onIdle } });
    });
    const found = foundBy(chosen, await Promise.allSettled(asked));
    const [{ answer }] = found;
    if (!answer.candidates) return answer;
    // Bots of one class answer alike.
    try {
      return await decide(found as Found<Findings>[], { signal, patience });
    } finally {
      for (const { worker, answer: { id } } of found as Found<Findings>[]) worker.send({ type: 'abort', id });
    }
  }

  /** The first worker that still has its findings chooses among those of all: one that has ended meanwhile has lost its own. */
  async function decide([{ worker, answer }, ...others]: Found<Findings>[], how: Pick<How, 'signal' | 'patience'>): Promise<Thought> {
    try {
      // It chooses an action.
      return await worker.ask({ type: 'choose', thought: answer.id, lists: others.map((other) => other.answer.candidates) }, how) as Thought;
    } catch (error) {
      if (others.length === 0 || how.signal?.aborted) throw error;
      return decide(others, how);
    }
  }

  /** The last match that is forgotten ends the workers. */
  function forget(game: object, matchID: string) {
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
  function workersFor(count: number, match: string | undefined, playerID: string) {
    // Without a match there are none.
    const seats = matches.get(match!) ?? new Map<string, BotWorker>();
    if (match !== undefined) matches.set(match, seats);
    if (count === size) return workers;
    const last = seats.get(playerID);
    const chosen = [...workers].sort((one, other) => one.load - other.load || Number(other === last) - Number(one === last)).slice(0, count);
    seats.set(playerID, chosen[0]);
    return chosen;
  }
}

function chargeOf(error: unknown, { begun, times }: { begun: number, times: number }): Charge {
  const now = performance.now();
  return { error, times: times + 1, until: now + Math.min(LONGEST_REST, Math.max(SHORTEST_REST, now - begun) * 2 ** times) };
}

/** Workers may know several games. */
function nameOf(game: object, matchID: string) {
  return JSON.stringify([rulesOf(game).name, matchID]);
}

/** Throws if no worker has found out anything, and says first that one was ended. */
function foundBy(workers: BotWorker[], settled: PromiseSettledResult<Answer>[]): Found[] {
  const found = settled.flatMap((one, i) => (one.status === 'fulfilled' ? [{ worker: workers[i], answer: one.value }] : []));
  if (found.length > 0) return found;
  // None is fulfilled.
  const reasons = (settled as PromiseRejectedResult[]).map(({ reason }) => reason);
  throw reasons.find(isCharged) ?? reasons[0];
}

/** Returns a function that takes the progress of each worker at one search, and reports the sum. */
function mergedProgress(workers: number, onProgress: (progress: BotProgress) => void): (worker: number, progress: BotProgress) => void {
  if (workers === 1) return (_worker, progress) => onProgress(progress);
  const said: BotProgress[] = Array(workers).fill({ iterations: 0, share: 0, candidates: [] });
  return (worker, progress) => {
    said[worker] = progress;
    const sum = (field: 'iterations' | 'share') => said.reduce((total, one) => total + one[field], 0);
    onProgress({ iterations: sum('iterations'), share: sum('share') / workers, candidates: mergedCandidates(said.flatMap(({ candidates }) => candidates)) });
  };
}

/** Merges candidates for display. The choice is made among those that the search merges. */
function mergedCandidates(candidates: BotCandidate[]) {
  const merged = new Map<string, BotCandidate>();
  for (const candidate of candidates) {
    const name = JSON.stringify([candidate.playerID, candidate.action]);
    const known = merged.get(name);
    merged.set(name, known ? together(known, candidate) : candidate);
  }
  return [...merged.values()];
}

function together(one: BotCandidate, other: BotCandidate): BotCandidate {
  const visits = one.visits + other.visits;
  const known = [one, other].find(({ proven }) => proven);
  const value = known?.value ?? (one.value * one.visits + other.value * other.visits) / Math.max(1, visits);
  return { ...one, visits, value, proven: known !== undefined };
}
