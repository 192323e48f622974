import { isPromise } from '../util/promise.js';
import { drive } from './steps.js';
import { Gate } from './gate.js';
import { granted } from './permission.js';
import { AGAIN } from './refusal.js';
import { isSameSeat } from './request.js';
import { askerOf, FIRST, jobToDrop, LAST, Scheduler, SERVER } from './scheduler.js';
import type { Refused } from '../../types/master.js';
import type { Denied, Permission } from './permission.js';
import type { Request } from './request.js';
import type { Entry, Permitted } from './scheduler.js';
import type { Steps } from './steps.js';

/** Maximum number of jobs that wait under one name, without the server's own. */
const MOST_WAITING = 1000;
/** Number of queues that are kept when they are idle. To remove and add a queue for each job would take longer than to keep it. */
const MOST_NAMES = 100;
/** Maximum number of spectators served at once, under all names: players do not wait for them at a slow storage. */
const MOST_SPECTATORS = 8;
/** Maximum number of waiting jobs that are served with the result of another job, and milliseconds for which further ones are served. */
const MOST_SERVED = 16;
const SERVING_MS = 5;
/** Maximum number of concurrent lookups of permissions. */
const MOST_LOOKUPS = 8;
/** Maximum number of parts of logs that are read at once. */
const MOST_LOGS = 8;
/** Maximum number of lasting jobs that a closed connection keeps: the last actions of its player. */
const MOST_LASTING = 100;
/** Maximum number of lasting jobs of all closed connections. Otherwise clients could send jobs and leave while an authenticator is slow. */
const MOST_LASTING_OF_ALL = 1000;
/** The owner of the jobs of closed connections. */
const ALL_GONE = Symbol('gone');
/** Maximum number of permission checks of one job. The job is checked again if the seat has changed while it waited. */
const MOST_QUESTIONS = 5;

const TOO_MANY: Refused = { error: 'too many messages' };
const GONE: Refused = { error: 'connection closed' };
const FAILED: Refused = { error: 'failed' };

/** The place of the server's own jobs: the lobby's changes, checks of what other nodes have stored. */
const OF_SERVER: Place = { flow: SERVER, ask: () => granted(SERVER, FIRST) };

/** The place of a job in the queue. */
export interface Place {
  /** Jobs of a flow are done in their order. */
  flow: unknown;
  /** Asks for permission: nobody else waits for it. Neither throws nor is rejected. */
  ask: () => Permission | Promise<Permission>;
  /** Takes the place of the job of this flow and key that waits: that one returns what this one does. */
  key?: string | undefined;
  /** The connection that asks. */
  owner?: unknown;
  /** It is done even if its owner has left. */
  isLasting?: boolean;
  /** Value that `serve` tests: the job may get the result of another one. */
  servable?: unknown;
  /** `true` if the client has been given its seat before: a full queue keeps the job, as if there were permission. */
  isKnown?: boolean;
}

/** Work of a job in its turn. It neither throws nor rejects. */
type Work<Result> = (permission: Permission) => Result | Promise<Result>;

/** A job of the queue. */
interface Job extends Entry {
  name: string;
  work: Work<unknown>;
  key: string | undefined;
  owner: unknown;
  isLasting: boolean;
  isKnown: boolean;
  servable: unknown;
  ask: Place['ask'];
  /** Number of times that the permission was asked for. */
  questions: number;
  /** Settle the promises of its result. */
  resolves: Array<(result: unknown) => void>;
  result: unknown;
  isDone: boolean;
}

/** The jobs of one name. */
interface Queue {
  /** `true` while one of them is done. */
  isBusy: boolean;
  jobs: Scheduler<Job>;
}

/**
 * Step 3 of a master: the turn. Runs the jobs of each name one at a time; its scheduler shares the turns among the senders. A job that need
 * not wait is done before `run` returns. Jobs that a job adds run after it.
 */
export class MatchQueue {
  #queues: Map<string, Queue> = new Map();
  /** The jobs that wait, by owner. */
  #owned: Map<unknown, Set<Job>> = new Map();
  /** The waiting jobs of closed connections, the oldest first. */
  #lasting: Set<Job> = new Set();
  /** Number of spectators being served. */
  #spectators = 0;
  #isResting = false;
  #stalled: Set<string> = new Set();
  /**
   * With a synchronous storage nobody waits, and nothing would ever be served with the result of another job. A server sets
   * this: it calls a function when the event loop has had a turn. A spectator after another one waits until then.
   */
  rest: ((goOn: () => void) => void) | null = null;
  /** Limits how many permissions are looked up at once. */
  lookups = new Gate(MOST_LOOKUPS);
  /** Limits how many parts of logs are read at once. */
  logs = new Gate(MOST_LOGS);

  /** Returns `true` if the maximum number of the server's own jobs are waiting. */
  isFull(name: string) {
    return (this.#queues.get(name)?.jobs.lengthOf(SERVER) ?? 0) >= MOST_WAITING;
  }

  /**
   * @param work returns a value, or a promise; neither throws nor rejects
   * @returns what the job returns, or `{ error }`; or a promise of it
   */
  run<Result>(name: string, work: Work<Result>, place: Place = OF_SERVER): Result | Refused | Promise<Result | Refused> {
    const queue = this.#queueOf(name);
    const { flow, key, owner, isLasting = false, isKnown = false, servable, ask } = place;
    const same = key && queue.jobs.find(flow, (other) => other.key === key);
    if (same) return this.#replace(same, { work, owner, servable }) as Promise<Result | Refused>;
    if (flow !== SERVER && !this.#makeSpace(queue, askerOf(place))) return TOO_MANY;
    const entry: Job = {
      name, work, flow, key, owner, isLasting, isKnown, servable, ask, permission: null, questions: 0, resolves: [], result: undefined, isDone: false,
    };
    queue.jobs.add(entry);
    this.#own(entry);
    this.#question(queue, entry);
    return (entry.isDone ? entry.result : outcomeOf(entry)) as Result | Refused | Promise<Result | Refused>;
  }

  /**
   * Serves other jobs that wait under this name, within the turn of a job: the same thing is not looked up again for them.
   *
   * @param serve is called with the `servable` and the permission of a job, and returns `true` if it has served that
   */
  serve(name: string, serve: (servable: unknown, permission: Permission) => boolean) {
    const queue = this.#queueOf(name);
    const candidates: Array<Permitted<Job>> = [];
    for (const entry of queue.jobs.heads()) {
      if (entry.servable !== undefined && !entry.permission.error) candidates.push(entry);
      if (candidates.length === MOST_SERVED) break;
    }
    const end = performance.now() + SERVING_MS;
    for (const entry of candidates) {
      if (performance.now() > end) return;
      if (!entry.isDone && serve(entry.servable, entry.permission)) this.#drop(entry, undefined);
    }
  }

  /** Drops the jobs of an owner that have not begun and do not last. */
  leave(owner: unknown) {
    for (const entry of [...this.#owned.get(owner) ?? []]) if (!entry.isLasting) this.#drop(entry, GONE);
  }

  /** As `leave`, of a connection that has closed: its lasting jobs share the turns of all that have. */
  end(owner: unknown) {
    this.leave(owner);
    for (const [i, entry] of [...this.#owned.get(owner) ?? []].entries()) {
      if (i >= MOST_LASTING) this.#drop(entry, GONE);
      else this.#outlast(entry);
    }
    this.#owned.delete(owner);
    this.lookups.leave(owner);
    this.logs.leave(owner);
  }

  #outlast(entry: Job) {
    entry.owner = ALL_GONE;
    this.#lasting.add(entry);
    if (this.#lasting.size > MOST_LASTING_OF_ALL) this.#drop(this.#lasting.values().next().value!, GONE);
  }

  #queueOf(name: string) {
    let queue = this.#queues.get(name);
    if (!queue) this.#queues.set(name, queue = { isBusy: false, jobs: new Scheduler() });
    return queue;
  }

  #replace(entry: Job, newer: Pick<Job, 'work' | 'owner' | 'servable'>) {
    this.#disown(entry);
    Object.assign(entry, newer);
    this.#own(entry);
    return outcomeOf(entry);
  }

  /** Drops another job if the queue is full. Returns `false` if there is none to drop. */
  #makeSpace({ jobs }: Queue, asker: unknown) {
    if (jobs.size - jobs.lengthOf(SERVER) < MOST_WAITING) return true;
    const entry = jobToDrop(asker, jobs.allBut(SERVER));
    if (!entry) return false;
    // Later jobs of its flow may depend on it.
    this.#drop(jobs.last(entry.flow)!, TOO_MANY);
    return true;
  }

  #question(queue: Queue, entry: Job) {
    entry.permission = null;
    entry.questions += 1;
    const permission = entry.ask();
    if (isPromise(permission)) permission.then((known) => this.#permitted(queue, entry, known));
    else this.#permitted(queue, entry, permission);
  }

  #permitted(queue: Queue, entry: Job, permission: Permission) {
    entry.permission = permission;
    queue.jobs.check(entry.flow);
    this.#goOn(queue, entry.name);
  }

  #goOn(queue: Queue, name: string) {
    while (!queue.isBusy) {
      const isFull = this.#isResting || this.#spectators >= MOST_SPECTATORS;
      if (isFull && queue.jobs.hasLast) this.#stalled.add(name);
      const entry = queue.jobs.take(isFull);
      if (!entry) break;
      this.#disown(entry);
      this.#begin(queue, entry);
    }
    const isOver = !queue.isBusy && queue.jobs.size === 0;
    // The permission of a job that was dropped may come when there is another queue of this name.
    if (isOver && this.#queues.size > MOST_NAMES && this.#queues.get(name) === queue) this.#queues.delete(name);
  }

  #begin(queue: Queue, entry: Permitted<Job>) {
    const { permission, work } = entry;
    if (permission.error) return settle(entry, refusalOf(permission));
    queue.isBusy = true;
    const isSpectator = permission.rank === LAST;
    const result = resultOf(work, permission);
    if (!isPromise(result)) {
      if (isSpectator) this.#rest();
      return this.#end(queue, entry, result);
    }
    if (isSpectator) this.#spectators += 1;
    result.then((settled) => {
      this.#end(queue, entry, settled);
      if (isSpectator) {
        this.#spectators -= 1;
        this.#serveSpectators();
      }
      this.#goOn(queue, entry.name);
    });
  }

  #rest() {
    if (this.rest === null || this.#isResting) return;
    this.#isResting = true;
    this.rest(() => {
      this.#isResting = false;
      this.#serveSpectators();
    });
  }

  /** Serves waiting spectators, those of another name first. */
  #serveSpectators() {
    for (const name of this.#stalled) {
      if (this.#isResting || this.#spectators >= MOST_SPECTATORS) break;
      this.#stalled.delete(name);
      this.#goOn(this.#queueOf(name), name);
    }
  }

  #end(queue: Queue, entry: Job, result: unknown) {
    queue.isBusy = false;
    if (result !== AGAIN || entry.questions >= MOST_QUESTIONS) return settle(entry, result);
    queue.jobs.putBack(entry);
    this.#own(entry);
    this.#question(queue, entry);
  }

  #drop(entry: Job, result: Refused | undefined) {
    this.#disown(entry);
    const queue = this.#queues.get(entry.name);
    if (!queue?.jobs.remove(entry)) return;
    // The authenticator that is asked for its permission may keep it for long.
    (entry as Partial<Job>).work = (entry as Partial<Job>).ask = entry.servable = undefined;
    settle(entry, result);
    this.#goOn(queue, entry.name);
  }

  #own(entry: Job) {
    const { owner } = entry;
    if (owner === ALL_GONE) this.#lasting.add(entry);
    if (owner === undefined || owner === ALL_GONE) return;
    const owned = this.#owned.get(owner);
    if (owned) owned.add(entry);
    else this.#owned.set(owner, new Set([entry]));
  }

  #disown(entry: Job) {
    this.#lasting.delete(entry);
    const owned = this.#owned.get(entry.owner);
    if (owned?.delete(entry) && owned.size === 0) this.#owned.delete(entry.owner);
  }
}

/**
 * Returns the place of a request in the queue of its match.
 *
 * Requests of a connection are done in order. Numbered actions are queued with those of their session, whichever
 * connection they come by: one that is sent again while it waits is done once, and the newer connection is sent the reply.
 */
export function placeOf({ matchID, seat, sender, sync, isForMatch = false, isNote = false }: Request): Omit<Place, 'ask'> {
  if (isNote) return { flow: 'connections', key: seat!.playerID };
  const owner = sender?.connection;
  const who = [seat?.playerID ?? null, seat?.credentials ?? null];
  const flow = sync ? JSON.stringify([...who, sync.session]) : owner ?? JSON.stringify(who);
  // A connection needs only the newest reply. The job keeps its permission, so it must be the same seat with the same credentials.
  const key = sync ? String(sync.seq) : isForMatch && owner ? JSON.stringify(['sync', ...who]) : undefined;
  const isKnown = seat !== null && isSameSeat({ matchID, playerID: seat.playerID, credentials: seat.credentials }, owner?.seat ?? null);
  return { flow, key, owner, isLasting: !isForMatch, isKnown };
}

/** A job does not throw, but a stack that is full stops it anywhere, where no probe has reserved space: the jobs after it go on. */
function resultOf(work: Work<unknown>, permission: Permission) {
  try {
    return work(permission);
  } catch {
    return FAILED;
  }
}

function outcomeOf(entry: Job): Promise<unknown> {
  return new Promise((resolve) => entry.resolves.push(resolve));
}

function settle(entry: Job, result: unknown) {
  entry.result = result;
  entry.isDone = true;
  for (const resolve of entry.resolves) resolve(result);
}

/** The result of a job without permission. */
function refusalOf({ error, type }: Denied): Refused {
  return type === undefined ? { error } : { error, type };
}

/** Result of steps, or the error that they have thrown. */
type Outcome<Result> = { thrown?: undefined, result: Result } | { thrown: { error: unknown }, result?: undefined };

/**
 * Runs steps after the jobs that wait before them at a match, and returns their result. The promise rejects with the error that the steps
 * throw. Other jobs at the match go on.
 */
export async function inTurn<Result>(queue: MatchQueue, matchID: string, steps: () => Steps<Result>): Promise<Result> {
  // The queue refuses no job of the server itself.
  const { thrown, result } = await queue.run(matchID, () => caught(steps)) as Outcome<Result>;
  if (thrown) throw thrown.error;
  return result;
}

/** Runs steps as a job, which neither throws nor rejects. */
async function caught<Result>(steps: () => Steps<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await drive(steps()) };
  } catch (error) {
    return { thrown: { error } };
  }
}
