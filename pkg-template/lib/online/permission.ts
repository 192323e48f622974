import { MATCH_KICKED, kickOf } from './kicked.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/foreign-text.js';
import { isPromise } from '../util/promise.js';
import { isBotSeat } from './bot-seats.js';
import { isDeadSeat } from './leaves.js';
import { unref } from '../util/unref.js';
import { drive } from './match-queue.js';
import { FIRST, LAST } from './scheduler.js';
import type { Auth, StorageAPI } from '../../types/master.js';
import type { PlayerID } from '../../types/game.js';
import type { Gate } from './gate.js';
import type { Denied, Permission, Steps } from './match-queue.js';
import type { Seat } from './standing.js';
import type { Stored } from './storage/stored-match.js';

/** What an authenticator is asked: whether the credentials are the player's. */
export type Question = Parameters<Auth['authenticateCredentials']>[0];

/** What permissions need of a master. */
interface Owner {
  auth?: Auth | undefined;
  /** Milliseconds. */
  authTimeout: number;
}

/** How permissions use the storage and the console of a master. */
interface Means {
  fetch: (matchID: string, wanted: StorageAPI.FetchOpts) => Steps<Stored>;
  report: (error: unknown, matchID: string) => void;
  /** Limits how many seats are looked up at once. */
  lookups: Gate;
}

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
  #master: Owner;
  #fetch: Means['fetch'];
  #report: Means['report'];
  #lookups: Gate;
  #reads = new SharedReads();
  /** Ends each question that is still open. */
  #ends: Set<() => void> = new Set();

  constructor(master: Owner, { fetch, report, lookups }: Means) {
    this.#master = master;
    this.#fetch = fetch;
    this.#report = report;
    this.#lookups = lookups;
  }

  /**
   * A permission, or a promise of it.
   *
   * @param connection that asks: connections with many questions at once take turns
   */
  ask(matchID: string, seat: Seat, connection?: unknown): Permission | Promise<Permission> {
    return drive(this.#ask(matchID, seat, connection));
  }

  /**
   * Returns what `auth` says about credentials in time, or a promise of it: `true` if they are the player's. Clients have no seats of bots, and
   * none whose player has left the game for good: an authenticator may know only accounts.
   */
  authenticate(question: Question): boolean | Promise<boolean> {
    const { auth, authTimeout } = this.#master;
    const { metadata, playerID } = question;
    if (isBotSeat(metadata, playerID) || isDeadSeat(metadata, playerID)) return false;
    // Nobody asks a master without an authenticator.
    return within(auth!.authenticateCredentials(question), authTimeout, this.#ends);
  }

  /** Refuses all that is still open: nothing waits for it any more. */
  end() {
    for (const end of [...this.#ends]) end();
  }

  *#ask(matchID: string, { playerID, credentials, denial, isBots }: Seat, connection: unknown): Steps<Permission> {
    const read = () => this.#reads.read(matchID, () => drive(this.#fetch(matchID, METADATA)));
    const { metadata }: Stored = yield connection ? this.#lookups.run(connection, read) : read();
    if (playerID === null || (metadata?.players && !Object.hasOwn(metadata.players, playerID))) return denied(denial);
    try {
      const isRight: boolean = isBots ? isBotSeat(metadata, playerID) : yield this.authenticate({ playerID, credentials, metadata } as Question);
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
export function shareOf(playerID: PlayerID | null) {
  return `player ${playerID}`;
}

/**
 * The result of an authenticator, with a limit of milliseconds: rejected after that with an error of the code `auth/timeout`.
 * A result that is no promise is returned at once. As long as it is open, `ends` holds how to have it rejected now.
 */
export function within<Result>(result: Result | Promise<Result>, milliseconds: number, ends: Set<() => void> = new Set()): Result | Promise<Result> {
  if (!isPromise(result)) return result;
  return new Promise((resolve, reject) => {
    const ending = <Value>(how: (value: Value) => void) => (value: Value) => {
      clearTimeout(timer);
      ends.delete(late);
      how(value);
    };
    const late = ending<void>(() => reject(rondelError(TIMED_OUT, `authenticateCredentials has not answered within ${milliseconds} ms`)));
    const timer = unref(setTimeout(late, Math.min(milliseconds, MOST_MILLISECONDS)));
    ends.add(late);
    Promise.resolve(result).then(ending(resolve), ending(reject));
  });
}

/** Whether this is the error of an authenticator that has not responded in time. Never throws: games throw anything. */
export function isTimeout(error: unknown): boolean {
  try {
    return (error as { code?: unknown } | null | undefined)?.code === TIMED_OUT;
  } catch {
    return false;
  }
}

/** Milliseconds, of an option that may be left out. Throws if they are none. */
export function readTimeout(value: unknown = AUTH_TIMEOUT): number {
  if (typeof value === 'number' && value > 0) return value;
  throw rondelError('master/options', `authTimeout: expected a positive number of milliseconds, got ${printable(value)}`);
}

/** No permission, and why. */
export function denied(error: string): Denied {
  return { error, rank: FIRST, share: 'denied' };
}

/** A read of a match's metadata that has not ended. */
interface Underway {
  /** The result of the read after it, for all that ask meanwhile; null if nobody does. */
  next: Promise<Stored> | null;
  /** Resolves when it has ended. */
  done: Promise<void>;
}

/**
 * Reads metadata once at a time for each match: all callers that come meanwhile share the result of the next read. What
 * has been stored before they asked is in it.
 */
class SharedReads {
  #underway: Map<string, Underway> = new Map();

  read(matchID: string, fetch: () => Stored | Promise<Stored>): Stored | Promise<Stored> {
    const underway = this.#underway.get(matchID);
    if (underway) return underway.next ??= underway.done.then(() => this.#begin(matchID, fetch));
    return this.#begin(matchID, fetch);
  }

  #begin(matchID: string, fetch: () => Stored | Promise<Stored>): Stored | Promise<Stored> {
    this.#underway.delete(matchID);
    const result = fetch();
    if (!isPromise(result)) return result;
    const underway = { next: null } as Underway;
    this.#underway.set(matchID, underway);
    const ended = () => {
      // The next one begins in its place.
      if (!underway.next) this.#underway.delete(matchID);
    };
    underway.done = Promise.resolve(result).then(ended, ended);
    return result;
  }
}
