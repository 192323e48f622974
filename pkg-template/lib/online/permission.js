import { MATCH_KICKED, kickOf } from './kicked.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/printable.js';
import { isPromise } from '../util/promise.js';
import { isBotSeat } from './bot-seats.js';
import { unref } from '../util/unref.js';
import { drive } from './match-queue.js';
import { FIRST, LAST } from './lanes.js';

/** Milliseconds that `authenticateCredentials` has where nothing else is said. */
export const AUTH_TIMEOUT = 10_000;
/** A timer of more than that ends at once. */
const MOST_MILLISECONDS = 2 ** 31 - 1;
const TIMED_OUT = 'auth/timeout';
/** What is said where an authenticator has thrown: credentials may be wrong, or what would tell is away. Nobody gives up a seat for that. */
export const AUTH_FAILED = 'auth/failed';
const METADATA = { metadata: true };

/**
 * Who may do what at the matches of a master: asked before the turn of what they ask for, so that nobody else waits for the
 * answer, and looked at again in the turn.
 */
export class Permissions {
  #master;
  #fetch;
  #report;
  #lookups;
  #reads = new SharedReads();
  /** Ends a question that has no answer yet. */
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
   * @param {unknown} [connection] that asks: of many questions at once, each connection's have their turns
   * @returns {any}
   */
  ask(matchID, seat, connection) {
    return drive(this.#ask(matchID, seat, connection));
  }

  /**
   * Whether credentials are the player's, or a promise of it: what `auth` says, and in time. A bot's seat is nobody's who asks.
   *
   * @param {any} question
   */
  authenticate(question) {
    const { auth, authTimeout } = this.#master;
    if (isBotSeat(question.metadata, question.playerID)) return false;
    return within(auth.authenticateCredentials(question), authTimeout, this.#ends);
  }

  /** What has no answer yet is refused: nothing waits for it any more. */
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
      // A match that is not there yet has no players.
      return isRight ? { rank: metadata ? FIRST : LAST, share: shareOf(playerID), metadata } : denied(denial);
    } catch (error) {
      this.#report(error, matchID);
      return denied(isTimeout(error) ? TIMED_OUT : AUTH_FAILED);
    }
  }
}

/** By which a player takes turns with others, whatever they are connected by. */
export function shareOf(playerID) {
  return `player ${playerID}`;
}

/**
 * What an authenticator returns, or rejects with; it is rejected with an error of the code `auth/timeout` after so many milliseconds.
 * What is known at once is returned at once. As long as it is not, `ends` holds how to have it rejected now.
 *
 * @param {any} answer
 * @param {number} milliseconds
 * @param {Set<(value?: unknown) => void>} [ends]
 */
export function within(answer, milliseconds, ends = new Set()) {
  if (!isPromise(answer)) return answer;
  return new Promise((resolve, reject) => {
    const ending = (how) => (value) => {
      clearTimeout(timer);
      ends.delete(late);
      how(value);
    };
    const late = ending(() => reject(rondelError(TIMED_OUT, `authenticateCredentials has not answered within ${milliseconds} ms`)));
    const timer = unref(setTimeout(late, Math.min(milliseconds, MOST_MILLISECONDS)));
    ends.add(late);
    Promise.resolve(answer).then(ending(resolve), ending(reject));
  });
}

/** Whether this is the error of an authenticator that has not answered in time. Never throws: games throw anything. */
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
 * Reads of which one is under way for each match: whoever comes meanwhile gets what the next one reads, all of them the same. What
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
    const answer = fetch();
    if (!isPromise(answer)) return answer;
    /** @type {any} */
    const underway = { next: null };
    this.#underway.set(matchID, underway);
    const ended = () => {
      // The next one begins in its place.
      if (!underway.next) this.#underway.delete(matchID);
    };
    underway.done = Promise.resolve(answer).then(ended, ended);
    return answer;
  }
}
