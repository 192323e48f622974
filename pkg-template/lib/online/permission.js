import { MATCH_KICKED, kickOf } from './kicked.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/printable.js';
import { isPromise } from '../util/promise.js';
import { isBotSeat } from './bot-seats.js';
import { isDeadSeat } from './dead-seats.js';
import { unref } from '../util/unref.js';
import { drive } from './match-queue.js';
import { FIRST, LAST } from './lanes.js';

/** Milliseconds that `authenticateCredentials` has by default. */
export const AUTH_TIMEOUT = 10_000;
/** A timer of more than that ends at once. */
const MOST_MILLISECONDS = 2 ** 31 - 1;
const TIMED_OUT = 'auth/timeout';
/** The error where an authenticator has thrown: credentials may be wrong, or its service is down. Clients keep their seats. */
export const AUTH_FAILED = 'auth/failed';
const METADATA = { metadata: true };

/**
 * Who may do what at the matches of a master: checked before the turn of the job, so that nobody else waits for the
 * result, and checked again in the turn.
 */
export class Permissions {
  #master;
  #fetch;
  #report;
  #lookups;
  #reads = new SharedReads();
  /** Ends each question that is still open. */
  #ends = new Set();

  /**
   * @param {{ auth?: any, authTimeout: number }} master
   * @param {object} how
   * @param {(matchID: string, wanted: object) => Generator} how.fetch
   * @param {(error: unknown, matchID: string) => void} how.report
   * @param {import('./gate.js').Gate} how.lookups
   */
  constructor(master, { fetch, report, lookups }) {
    this.#master = master;
    this.#fetch = fetch;
    this.#report = report;
    this.#lookups = lookups;
  }

  /**
   * A permission, or a promise of it.
   *
   * @param {string} matchID
   * @param {any} seat
   * @param {unknown} [connection] that asks: connections with many questions at once take turns
   * @returns {any}
   */
  ask(matchID, seat, connection) {
    return drive(this.#ask(matchID, seat, connection));
  }

  /**
   * Returns what `auth` says about credentials in time, or a promise of it: `true` if they are the player's. Clients have no seats of bots, and
   * none whose player has left the game for good: an authenticator may know only accounts.
   *
   * @param {any} question
   */
  authenticate(question) {
    const { auth, authTimeout } = this.#master;
    const { metadata, playerID } = question;
    if (isBotSeat(metadata, playerID) || isDeadSeat(metadata, playerID)) return false;
    return within(auth.authenticateCredentials(question), authTimeout, this.#ends);
  }

  /** Refuses all that is still open: nothing waits for it any more. */
  end() {
    for (const end of [...this.#ends]) end();
  }

  /** @param {string} matchID */
  *#ask(matchID, { playerID, credentials, denial, isBots }, connection) {
    const read = () => this.#reads.read(matchID, () => drive(this.#fetch(matchID, METADATA)));
    const { metadata } = yield connection ? this.#lookups.run(connection, read) : read();
    if (playerID === null || (metadata?.players && !Object.hasOwn(metadata.players, playerID))) return denied(denial);
    try {
      const isRight = isBots ? isBotSeat(metadata, playerID) : yield this.authenticate({ playerID, credentials, metadata });
      const kick = isRight ? kickOf(metadata, playerID) : null;
      if (kick) return { ...denied(kick.reason), type: MATCH_KICKED };
      // A match that does not exist yet has no players.
      return isRight ? { rank: metadata ? FIRST : LAST, share: shareOf(playerID), metadata } : denied(denial);
    } catch (error) {
      this.#report(error, matchID);
      return denied(isTimeout(error) ? TIMED_OUT : AUTH_FAILED);
    }
  }
}

/** The share by which a player takes turns with others, over all of their connections. */
export function shareOf(playerID) {
  return `player ${playerID}`;
}

/**
 * The result of an authenticator, with a limit of milliseconds: rejected after that with an error of the code `auth/timeout`.
 * A result that is no promise is returned at once. As long as it is open, `ends` holds how to have it rejected now.
 *
 * @param {any} result
 * @param {number} milliseconds
 * @param {Set<(value?: unknown) => void>} [ends]
 */
export function within(result, milliseconds, ends = new Set()) {
  if (!isPromise(result)) return result;
  return new Promise((resolve, reject) => {
    const ending = (how) => (value) => {
      clearTimeout(timer);
      ends.delete(late);
      how(value);
    };
    const late = ending(() => reject(rondelError(TIMED_OUT, `authenticateCredentials has not answered within ${milliseconds} ms`)));
    const timer = unref(setTimeout(late, Math.min(milliseconds, MOST_MILLISECONDS)));
    ends.add(late);
    Promise.resolve(result).then(ending(resolve), ending(reject));
  });
}

/** Whether this is the error of an authenticator that has not responded in time. Never throws: games throw anything. */
export function isTimeout(error) {
  try {
    return error?.code === TIMED_OUT;
  } catch {
    return false;
  }
}

/** Milliseconds, of an option that may be left out. Throws if they are none. */
export function readTimeout(value = AUTH_TIMEOUT) {
  if (typeof value === 'number' && value > 0) return value;
  throw rondelError('master/options', `authTimeout: expected a positive number of milliseconds, got ${printable(value)}`);
}

/** No permission, and why. */
export function denied(error) {
  return { error, rank: FIRST, share: 'denied' };
}

/**
 * Reads metadata once at a time for each match: all callers that come meanwhile share the result of the next read. What
 * has been stored before they asked is in it.
 */
class SharedReads {
  /** @type {Map<string, { next: Promise<any> | null, done: Promise<void> }>} */
  #underway = new Map();

  read(matchID, fetch) {
    const underway = this.#underway.get(matchID);
    if (underway) return underway.next ??= underway.done.then(() => this.#begin(matchID, fetch));
    return this.#begin(matchID, fetch);
  }

  #begin(matchID, fetch) {
    this.#underway.delete(matchID);
    const result = fetch();
    if (!isPromise(result)) return result;
    /** @type {any} */
    const underway = { next: null };
    this.#underway.set(matchID, underway);
    const ended = () => {
      // The next one begins in its place.
      if (!underway.next) this.#underway.delete(matchID);
    };
    underway.done = Promise.resolve(result).then(ended, ended);
    return result;
  }
}
