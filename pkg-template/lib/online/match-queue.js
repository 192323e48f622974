import { paidBy, presentPayer } from '../engine/payer.js';
import { isPromise } from '../util/promise.js';
import { askerOf, jobToDrop } from './crowd.js';
import { Gate } from './gate.js';
import { FIRST, LAST, Lanes, SERVER, granted } from './lanes.js';

/** How many jobs may wait under one name, besides the server's own. */
const MOST_WAITING = 1000;
/** How many names are kept, whether or not a job runs: a map that gains and loses a name at each job is rebuilt all the time. */
const MOST_NAMES = 100;
/** How many spectators are served at once, of all names: at a slow storage players do not wait for them. */
const MOST_SPECTATORS = 8;
/** How many others are served what a job has found, in its turn. */
const MOST_ALONG = 16;
/** How many permissions are looked up at once. */
const MOST_LOOKUPS = 8;
/** How many parts of logs are read at once. */
const MOST_LOGS = 8;
/** How many lasting jobs are kept of a connection that has closed: what a player has done in the last moment. */
const MOST_LASTING = 100;
/** How many of all connections that have closed: while an authenticator does not respond, strangers could send jobs and leave. */
const MOST_LASTING_OF_ALL = 1000;
/** The owner of the jobs of closed connections. */
const ALL_GONE = Symbol('gone');
/** How often the permission of a job is asked for again because the seat has changed by its turn. */
const MOST_QUESTIONS = 5;

const TOO_MANY = { error: 'too many messages' };
const GONE = { error: 'connection closed' };
const FAILED = { error: 'failed' };
/** What a job returns in its turn if it needs another permission: it is asked for, and the job waits for another turn. */
export const AGAIN = { error: 'busy' };

/** The standing of the server's own jobs: the lobby's changes, checks of what other nodes have stored. */
const OF_SERVER = { lane: SERVER, ask: () => granted(SERVER, FIRST) };

/**
 * Runs jobs one at a time for each name, and shares the turns among those that ask: see lanes.js. A job that need
 * not wait is done before `run` returns. What a job itself asks for is done after it.
 *
 * @typedef {object} Permission
 * @property {string} [error] why not: the job is not run, and returns this
 * @property {number} rank FIRST or LAST
 * @property {unknown} share what takes turns with others, such as a player
 * @property {any} [metadata] of the match, on which it rests
 *
 * @typedef {object} Standing where a job stands
 * @property {unknown} lane jobs of a lane are done in their order
 * @property {() => Permission | Promise<Permission>} ask asks for permission: nobody else waits for it. Neither throws nor
 *   is rejected
 * @property {string} [key] takes the place of the job of this lane and key that waits: that one returns what this one does
 * @property {unknown} [owner] the connection that asks
 * @property {boolean} [isLasting] it is done even if its owner has left
 * @property {any} [along] what may be served with what another job finds: see `serve`
 */
export class MatchQueue {
  /** @type {Map<string, { isBusy: boolean, lanes: Lanes }>} */
  #queues = new Map();
  /** The jobs that wait, by owner. */
  #owned = new Map();
  /** The waiting jobs of closed connections, the oldest first. */
  #lasting = new Set();
  /** How many spectators are being served, and the names at which others wait for that. */
  #spectators = 0;
  #isResting = false;
  #stalled = new Set();
  /**
   * With a synchronous storage nobody waits, and nothing would ever be served along with something else. A server sets
   * this: it calls a function when the event loop has had a turn. A spectator after another one waits until then.
   *
   * @type {((goOn: () => void) => void) | null}
   */
  rest = null;
  /** Limits how many permissions are looked up at once. */
  lookups = new Gate(MOST_LOOKUPS);
  /** Limits how many parts of logs are read at once. */
  logs = new Gate(MOST_LOGS);

  /** Whether no more of the server's own jobs may wait. */
  isFull(name) {
    return (this.#queues.get(name)?.lanes.lengthOf(SERVER) ?? 0) >= MOST_WAITING;
  }

  /**
   * @param {string} name
   * @param {(permission: Permission) => any} work returns a value, or a promise; neither throws nor rejects
   * @param {Standing} [standing]
   * @returns what the job returns, or `{ error }`; or a promise of it
   */
  run(name, work, standing = OF_SERVER) {
    const queue = this.#queueOf(name);
    const { lane, key, owner, isLasting = false, along, ask } = standing;
    const same = key && queue.lanes.find(lane, (other) => other.key === key);
    if (same) return this.#replace(same, { work, owner, along });
    if (lane !== SERVER && !this.#makeSpace(queue, askerOf(standing))) return TOO_MANY;
    const entry = {
      name, work, lane, key, owner, isLasting, along, ask, permission: null, questions: 0, resolves: [], result: undefined, isDone: false,
    };
    queue.lanes.add(entry);
    this.#own(entry);
    this.#question(queue, entry);
    return entry.isDone ? entry.result : outcomeOf(entry);
  }

  /**
   * Serves other jobs that wait under this name, within the turn of a job: `serve` is called with their `along` and permission, and
   * returns whether it has. The same thing is not looked up again for them.
   */
  serve(name, serve) {
    const queue = this.#queueOf(name);
    const candidates = [];
    for (const entry of queue.lanes.heads()) {
      if (entry.along && !entry.permission.error) candidates.push(entry);
      if (candidates.length === MOST_ALONG) break;
    }
    for (const entry of candidates) {
      if (!entry.isDone && serve(entry.along, entry.permission)) this.#drop(entry, undefined);
    }
  }

  /** Drops the jobs of an owner that have not begun and do not last. */
  leave(owner) {
    for (const entry of [...this.#owned.get(owner) ?? []]) if (!entry.isLasting) this.#drop(entry, GONE);
  }

  /** As `leave`, of a connection that has closed: its lasting jobs share the turns of all that have. */
  end(owner) {
    this.leave(owner);
    for (const [i, entry] of [...this.#owned.get(owner) ?? []].entries()) {
      if (i >= MOST_LASTING) this.#drop(entry, GONE);
      else this.#outlast(entry);
    }
    this.#owned.delete(owner);
    this.lookups.leave(owner);
    this.logs.leave(owner);
  }

  #outlast(entry) {
    entry.owner = ALL_GONE;
    this.#lasting.add(entry);
    if (this.#lasting.size > MOST_LASTING_OF_ALL) this.#drop(this.#lasting.values().next().value, GONE);
  }

  #queueOf(name) {
    let queue = this.#queues.get(name);
    if (!queue) this.#queues.set(name, queue = { isBusy: false, lanes: new Lanes() });
    return queue;
  }

  #replace(entry, newer) {
    this.#disown(entry);
    Object.assign(entry, newer);
    this.#own(entry);
    return outcomeOf(entry);
  }

  /** Drops another job if the queue is full. False if there is none to drop: see crowd.js. */
  #makeSpace({ lanes }, asker) {
    if (lanes.size - lanes.lengthOf(SERVER) < MOST_WAITING) return true;
    const entry = jobToDrop(asker, lanes.allBut(SERVER));
    if (!entry) return false;
    // Later jobs of its lane may depend on it.
    this.#drop(lanes.last(entry.lane), TOO_MANY);
    return true;
  }

  #question(queue, entry) {
    entry.permission = null;
    entry.questions += 1;
    const permission = entry.ask();
    if (isPromise(permission)) permission.then((known) => this.#permitted(queue, entry, known));
    else this.#permitted(queue, entry, permission);
  }

  #permitted(queue, entry, permission) {
    entry.permission = permission;
    queue.lanes.check(entry.lane);
    this.#goOn(queue, entry.name);
  }

  #goOn(queue, name) {
    while (!queue.isBusy) {
      const isFull = this.#isResting || this.#spectators >= MOST_SPECTATORS;
      if (isFull && queue.lanes.hasLast) this.#stalled.add(name);
      const entry = queue.lanes.take(isFull);
      if (!entry) break;
      this.#disown(entry);
      this.#begin(queue, entry);
    }
    const isOver = !queue.isBusy && queue.lanes.size === 0;
    // The permission of a job that was dropped may come when there is another queue of this name.
    if (isOver && this.#queues.size > MOST_NAMES && this.#queues.get(name) === queue) this.#queues.delete(name);
  }

  #begin(queue, entry) {
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

  #end(queue, entry, result) {
    queue.isBusy = false;
    if (result !== AGAIN || entry.questions >= MOST_QUESTIONS) return settle(entry, result);
    queue.lanes.putBack(entry);
    this.#own(entry);
    this.#question(queue, entry);
  }

  #drop(entry, result) {
    const queue = this.#queues.get(entry.name);
    if (!queue?.lanes.remove(entry)) return;
    this.#disown(entry);
    // The authenticator that is asked for its permission may keep it for long.
    entry.work = entry.ask = entry.along = undefined;
    settle(entry, result);
    this.#goOn(queue, entry.name);
  }

  #own(entry) {
    const { owner } = entry;
    if (owner === ALL_GONE) this.#lasting.add(entry);
    if (owner === undefined || owner === ALL_GONE) return;
    const owned = this.#owned.get(owner);
    if (owned) owned.add(entry);
    else this.#owned.set(owner, new Set([entry]));
  }

  #disown(entry) {
    this.#lasting.delete(entry);
    const owned = this.#owned.get(entry.owner);
    if (owned?.delete(entry) && owned.size === 0) this.#owned.delete(entry.owner);
  }
}

/** A job does not throw, but a stack that is full stops it anywhere, where no probe has reserved space: the jobs after it go on. */
function resultOf(work, permission) {
  try {
    return work(permission);
  } catch {
    return FAILED;
  }
}

function outcomeOf(entry) {
  return new Promise((resolve) => entry.resolves.push(resolve));
}

function settle(entry, result) {
  entry.result = result;
  entry.isDone = true;
  for (const resolve of entry.resolves) resolve(result);
}

/**
 * Runs a generator to its end. It waits for what is yielded if that is a promise, and only then. Who pays for engine failures when it
 * begins pays to its end.
 */
export function drive(generator, method = 'next', input = undefined) {
  for (;;) {
    const { done, value } = generator[method](input);
    if (done) return value;
    if (isPromise(value)) {
      const payer = presentPayer();
      const goOn = (how) => (result) => paidBy(payer, () => drive(generator, how, result));
      return Promise.resolve(value).then(goOn('next'), goOn('throw'));
    }
    method = 'next';
    input = value;
  }
}

/** The result of a job without permission. */
function refusalOf({ error, type }) {
  return type === undefined ? { error } : { error, type };
}
