import { isPromise } from '../util/promise.js';
import { askerOf, yielding } from './crowd.js';
import { Gate } from './gate.js';
import { FIRST, HOUSE, LAST, Lanes, granted } from './lanes.js';

/** So many may wait under one name, besides what a server itself has to do. */
const MOST_WAITING = 1000;
/** So many names are kept, whether or not a job runs: a map that gains and loses a name at each job is built anew all the time. */
const MOST_NAMES = 100;
/** So many of those who only look on are served at once, of all names: at a slow storage players do not wait for them. */
const MOST_LOOKING = 8;
/** So many wait for nothing else than what another job has found, and get it in its turn. */
const MOST_ALONG = 16;
/** So many questions of permission are looked up at once. */
const MOST_LOOKUPS = 8;
/** So many parts of logs are read at once. */
const MOST_LOGS = 8;
/** So much lasts of one who has gone: what a player has done in the last moment. */
const MOST_LASTING = 100;
/** So much lasts of all who have gone: an authenticator without an answer would keep what strangers have sent and left behind. */
const MOST_LASTING_OF_ALL = 1000;
/** The owner of what lasts of all who have gone. */
const ALL_GONE = Symbol('gone');
/** How often the permission of a job is asked for that is another by its turn each time. */
const MOST_QUESTIONS = 5;

const TOO_MANY = { error: 'too many messages' };
const GONE = { error: 'connection closed' };
/** What a job returns in its turn if it needs another permission: it is asked for, and the job waits for another turn. */
export const AGAIN = { error: 'busy' };

/** Where what a server itself has to do stands: the lobby's changes, looks at what other nodes have stored. */
const OF_HOUSE = { lane: HOUSE, ask: () => granted(HOUSE, FIRST) };

/**
 * Runs jobs one at a time, those of each name for themselves, and shares the turns among who asks: see lanes.js. A job that need
 * not wait is done before `run` returns. What a job itself asks for is done after it.
 *
 * @typedef {object} Permission
 * @property {string} [error] why not: the job is not run, and returns this
 * @property {number} rank FIRST or LAST
 * @property {unknown} share whoever takes turns with others, such as a player
 * @property {any} [metadata] of the match, on which it rests
 *
 * @typedef {object} Standing where a job stands
 * @property {unknown} lane jobs of a lane are done in their order
 * @property {() => Permission | Promise<Permission>} ask asks for permission: nobody else waits for the answer. Neither throws nor
 *   is rejected
 * @property {string} [key] takes the place of the job of this lane and key that waits: that one returns what this one does
 * @property {unknown} [owner] the connection that asks
 * @property {boolean} [isLasting] it is done although its owner has left
 * @property {any} [along] what may be served with what another job finds: see `serve`
 */
export class MatchQueue {
  /** @type {Map<string, { isBusy: boolean, lanes: Lanes }>} */
  #queues = new Map();
  /** What waits, by owner. */
  #owned = new Map();
  /** What waits of all who have gone, the oldest first. */
  #lasting = new Set();
  /** How many of those who only look on are being served, and the names at which others wait for that. */
  #looking = 0;
  #isResting = false;
  #stalled = new Set();
  /**
   * Where the storage answers at once, nobody waits, and nothing would ever be served along with something else. A server sets
   * this: it calls a function when the event loop has had a turn. Whoever looks on after another waits until then.
   *
   * @type {((goOn: () => void) => void) | null}
   */
  rest = null;
  /** What those who wait for permission are looked up by. */
  lookups = new Gate(MOST_LOOKUPS);
  /** What those who ask for parts of a log are read them by. */
  logs = new Gate(MOST_LOGS);

  /** Whether no more of what a server itself has to do may wait. */
  isFull(name) {
    return (this.#queues.get(name)?.lanes.lengthOf(HOUSE) ?? 0) >= MOST_WAITING;
  }

  /**
   * @param {string} name
   * @param {(permission: Permission) => any} work returns a value, or a promise; neither throws nor rejects
   * @param {Standing} [standing]
   * @returns what the job returns, or `{ error }`; or a promise of it
   */
  run(name, work, standing = OF_HOUSE) {
    const queue = this.#queueOf(name);
    const { lane, key, owner, isLasting = false, along, ask } = standing;
    const same = key && queue.lanes.find(lane, (other) => other.key === key);
    if (same) return this.#replace(same, { work, owner, along });
    if (lane !== HOUSE && !this.#makeRoom(queue, askerOf(standing))) return TOO_MANY;
    const entry = {
      name, work, lane, key, owner, isLasting, along, ask, permission: null, questions: 0, resolves: [], answer: undefined, isDone: false,
    };
    queue.lanes.add(entry);
    this.#own(entry);
    this.#question(queue, entry);
    return entry.isDone ? entry.answer : outcomeOf(entry);
  }

  /**
   * Serves others who wait under this name, within the turn of a job: those of whose `along` and permission `serve` says that it
   * has. Nobody looks the same thing up once more for them.
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

  /** Drops what an owner has asked for, has not begun, and does not last. */
  leave(owner) {
    for (const entry of [...this.#owned.get(owner) ?? []]) if (!entry.isLasting) this.#drop(entry, GONE);
  }

  /** As `leave`, of an owner who comes no more: what lasts is that of all who have gone, and shares their turns. */
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

  /** False if there is none: see crowd.js. */
  #makeRoom({ lanes }, asker) {
    if (lanes.size - lanes.lengthOf(HOUSE) < MOST_WAITING) return true;
    const entry = yielding(asker, lanes.allBut(HOUSE));
    if (!entry) return false;
    // What comes after it in its lane may rest on it.
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
    queue.lanes.look(entry.lane);
    this.#goOn(queue, entry.name);
  }

  #goOn(queue, name) {
    while (!queue.isBusy) {
      const isFull = this.#isResting || this.#looking >= MOST_LOOKING;
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
    const isLooking = permission.rank === LAST;
    const answer = work(permission);
    if (!isPromise(answer)) {
      if (isLooking) this.#rest();
      return this.#end(queue, entry, answer);
    }
    if (isLooking) this.#looking += 1;
    answer.then((result) => {
      this.#end(queue, entry, result);
      if (isLooking) {
        this.#looking -= 1;
        this.#lookElsewhere();
      }
      this.#goOn(queue, entry.name);
    });
  }

  #rest() {
    if (this.rest === null || this.#isResting) return;
    this.#isResting = true;
    this.rest(() => {
      this.#isResting = false;
      this.#lookElsewhere();
    });
  }

  /** Somebody else may look, at another name first. */
  #lookElsewhere() {
    for (const name of this.#stalled) {
      if (this.#isResting || this.#looking >= MOST_LOOKING) break;
      this.#stalled.delete(name);
      this.#goOn(this.#queueOf(name), name);
    }
  }

  #end(queue, entry, answer) {
    queue.isBusy = false;
    if (answer !== AGAIN || entry.questions >= MOST_QUESTIONS) return settle(entry, answer);
    queue.lanes.putBack(entry);
    this.#own(entry);
    this.#question(queue, entry);
  }

  #drop(entry, answer) {
    const queue = this.#queues.get(entry.name);
    if (!queue?.lanes.remove(entry)) return;
    this.#disown(entry);
    // Who is asked for its permission may hold it for long.
    entry.work = entry.ask = entry.along = undefined;
    settle(entry, answer);
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

function outcomeOf(entry) {
  return new Promise((resolve) => entry.resolves.push(resolve));
}

function settle(entry, answer) {
  entry.answer = answer;
  entry.isDone = true;
  for (const resolve of entry.resolves) resolve(answer);
}

/** Runs a generator to its end. It waits for what is yielded if that is a promise, and only then. */
export function drive(generator, method = 'next', input = undefined) {
  for (;;) {
    const { done, value } = generator[method](input);
    if (done) return value;
    if (isPromise(value)) {
      const goOn = (how) => (result) => drive(generator, how, result);
      return Promise.resolve(value).then(goOn('next'), goOn('throw'));
    }
    method = 'next';
    input = value;
  }
}

/** What is answered to whoever has no permission. */
function refusalOf({ error, type }) {
  return type === undefined ? { error } : { error, type };
}
