import { versionOf } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { boundedCache } from '../util/bounded-cache.js';
import { BotWorker, WORKER_ENDED, hasEndedWorker } from './bot-worker.js';
import type { BotCandidate, BotProgress } from '../../types/bots.js';
import type { RondelError } from '../util/error.js';
import type { How as ThinkerHow, BotRequest, BotDecision } from './bot-runner.js';
import type { AnyWorker, Answer, Findings, ThinkRequest } from './worker-channel.js';

/**
 * Back-off of a match that has ended a worker, in milliseconds. It starts with the time that the request took, and doubles with each worker
 * that ends.
 */
const MIN_BACK_OFF = 100;
const MAX_BACK_OFF = 60_000;
/** Maximum number of matches with a back-off. */
const MAX_BACK_OFFS = 1000;

export type BotWorkers = ReturnType<typeof openBotWorkers>;

/** Options of a request to workers. */
export interface How extends ThinkerHow {
  onProgress: (progress: BotProgress) => void;
  /** Longest silence of a bot, in milliseconds. */
  patience: number;
}

/** A request with its game: workers may know several. */
type GameBotRequest = BotRequest & { game: object };

/** A worker with its answer. */
interface WorkerAnswer<Its = Answer> {
  worker: BotWorker;
  answer: Its;
}

/** Back-off of a match that has ended a worker. */
interface BackOff {
  error: unknown;
  /** Number of workers that the match has ended in a row. */
  times: number;
  /** End of the back-off, by `performance.now`. */
  until: number;
}

/**
 * A pool of workers that call `serveBots`. Workers start with their first request. Several may share one search: each searches on its own,
 * and the first merges their findings and chooses.
 *
 * @param options.start starts a web worker, or a worker of Node's worker_threads
 * @param options.size maximum number of workers
 */
export function openBotWorkers({ start, size }: { start: () => AnyWorker; size: number }) {
  const workers = Array.from({ length: size }, () => new BotWorker(start));
  /** The last worker of each seat, by match. Contains all matches that the workers know. */
  const matches = new Map<string, Map<string, BotWorker>>();
  /** Back-offs by match. */
  const backOffs = boundedCache<string | undefined, BackOff>(MAX_BACK_OFFS);
  return { think, forget, close };

  /** Rejects at once during the back-off of a match, with the error of the request that ended a worker. */
  async function think(question: GameBotRequest, how: How): Promise<BotDecision> {
    const { game, matchID } = question;
    const match = matchID === undefined ? undefined : keyOf(game, matchID);
    const backOff = backOffs.get(match);
    const begun = performance.now();
    if (backOff && begun < backOff.until) throw backOff.error;
    try {
      const answer = await ask(question, match, how);
      backOffs.take(match);
      return answer;
    } catch (error) {
      // No worker starts now. The match has ended the last one, so it must not run in the owner's thread.
      if (backOff && (error as RondelError | undefined)?.code === WORKER_ENDED && !hasEndedWorker(error)) throw backOff.error;
      if (match !== undefined && hasEndedWorker(error)) backOffs.keep(match, backOffAfter(error, { begun, times: backOff?.times ?? 0 }));
      throw error;
    }
  }

  async function ask({ game, playerID, spec, state, time }: GameBotRequest, match: string | undefined, { signal, onProgress, onIdle, hold, patience }: How) {
    const rules = rulesOf(game);
    const chosen = workersFor(Math.min(spec.workers, size), match, playerID);
    const report = mergedProgress(chosen.length, onProgress);
    const question: Omit<ThinkRequest, 'id' | 'part'> = {
      type: 'think', gameName: rules.name, version: versionOf(rules), match, playerID, state, spec: spec.asData, time, parts: chosen.length,
    };
    const answers = chosen.map((worker, part) => {
      const how = { signal, hold, patience, onProgress: (progress: BotProgress) => report(part, progress) };
      return worker.ask({ ...question, part }, { ...how, ...chosen.length === 1 && { onIdle } });
    });
    const found = answersOf(chosen, await Promise.allSettled(answers));
    const [{ answer }] = found;
    if (!answer.candidates) return answer;
    // Bots of one class answer alike.
    try {
      return await decide(found as WorkerAnswer<Findings>[], { signal, patience });
    } finally {
      for (const { worker, answer: { id } } of found as WorkerAnswer<Findings>[]) worker.send({ type: 'abort', id });
    }
  }

  /** The first worker that still has its findings merges all lists and chooses. A worker that has restarted lost its findings. */
  async function decide([{ worker, answer }, ...others]: WorkerAnswer<Findings>[], how: Pick<How, 'signal' | 'patience'>): Promise<BotDecision> {
    try {
      // The answer to `choose` is an action.
      return await worker.ask({ type: 'choose', requestID: answer.id, lists: others.map((other) => other.answer.candidates) }, how) as BotDecision;
    } catch (error) {
      if (others.length === 0 || how.signal?.aborted) throw error;
      return decide(others, how);
    }
  }

  /** Frees what the workers know of a match. The last match ends the workers. */
  function forget(game: object, matchID: string) {
    const match = keyOf(game, matchID);
    if (!matches.delete(match)) return;
    for (const worker of workers) worker.send({ type: 'forget', match });
    if (matches.size === 0) close();
  }

  /** Ends the workers until the next request. */
  function close() {
    for (const worker of workers) worker.close();
  }

  /**
   * Returns the workers for a search: all of them in order, because each has its own tree, or the least busy ones, with the seat's last
   * worker first.
   */
  function workersFor(count: number, match: string | undefined, playerID: string) {
    // The map has no key `undefined`.
    const seats = matches.get(match!) ?? new Map<string, BotWorker>();
    if (match !== undefined) matches.set(match, seats);
    if (count === size) return workers;
    const last = seats.get(playerID);
    const chosen = [...workers].sort((one, other) => one.load - other.load || Number(other === last) - Number(one === last)).slice(0, count);
    seats.set(playerID, chosen[0]);
    return chosen;
  }
}

function backOffAfter(error: unknown, { begun, times }: { begun: number, times: number }): BackOff {
  const now = performance.now();
  return { error, times: times + 1, until: now + Math.min(MAX_BACK_OFF, Math.max(MIN_BACK_OFF, now - begun) * 2 ** times) };
}

/** Workers may know several games. */
function keyOf(game: object, matchID: string) {
  return JSON.stringify([rulesOf(game).name, matchID]);
}

/** Returns the answers. If there are none, throws the error of a request that ended its worker, else the first error. */
function answersOf(workers: BotWorker[], settled: PromiseSettledResult<Answer>[]): WorkerAnswer[] {
  const found = settled.flatMap((one, i) => (one.status === 'fulfilled' ? [{ worker: workers[i], answer: one.value }] : []));
  if (found.length > 0) return found;
  // All results are rejections.
  const reasons = (settled as PromiseRejectedResult[]).map(({ reason }) => reason);
  throw reasons.find(hasEndedWorker) ?? reasons[0];
}

/** Returns a function that collects the progress of each worker, and reports the sum. */
function mergedProgress(workers: number, onProgress: (progress: BotProgress) => void): (worker: number, progress: BotProgress) => void {
  if (workers === 1) return (_worker, progress) => onProgress(progress);
  const latest: BotProgress[] = Array(workers).fill({ iterations: 0, share: 0, candidates: [] });
  return (worker, progress) => {
    latest[worker] = progress;
    const sum = (field: 'iterations' | 'share') => latest.reduce((total, one) => total + one[field], 0);
    onProgress({ iterations: sum('iterations'), share: sum('share') / workers, candidates: mergedCandidates(latest.flatMap(({ candidates }) => candidates)) });
  };
}

/** Merges candidates for display only. The choice is made by the search, which merges them itself. */
function mergedCandidates(candidates: BotCandidate[]) {
  const merged = new Map<string, BotCandidate>();
  for (const candidate of candidates) {
    const name = JSON.stringify([candidate.playerID, candidate.action]);
    const known = merged.get(name);
    merged.set(name, known ? mergedCandidate(known, candidate) : candidate);
  }
  return [...merged.values()];
}

function mergedCandidate(one: BotCandidate, other: BotCandidate): BotCandidate {
  const visits = one.visits + other.visits;
  const known = [one, other].find(({ proven }) => proven);
  const value = known?.value ?? (one.value * one.visits + other.value * other.visits) / Math.max(1, visits);
  return { ...one, visits, value, proven: known !== undefined };
}
