import { MATCH_KICKED, kickOf } from './kicks.js';
import { textOfFailure } from './failures.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/foreign-text.js';
import { isPromise } from '../util/promise.js';
import { isBotSeat } from './bot-seats.js';
import { isDeadSeat } from './leaves.js';
import { unref } from '../util/unref.js';
import { Refusal, SEAT_CHANGED } from './refusal.js';
import { FIRST, LAST, SERVER } from './scheduler.js';
import { drive } from './steps.js';
import type { Auth, StorageAPI } from '../../types/master.js';
import type { PlayerID } from '../../types/game.js';
import type { MatchFailures } from './failures.js';
import type { Gate } from './gate.js';
import type { StoredMetadata } from './match-data.js';
import type { Request, Seat, SeatRequest, Sender } from './request.js';
import type { Rank } from './scheduler.js';
import type { Steps } from './steps.js';
import type { Stored } from './storage/stored-match.js';

// Step 2 of a master: who may act for a seat. Permission is asked for before the turn, so that nobody else waits for it, and compared in the turn
// with what is stored then.

/** How a job takes turns with others. */
interface Turns {
  rank: Rank;
  /** The unit that takes turns with others, for example a player. */
  share: unknown;
}

/** The permission of a job. */
export interface Granted extends Turns {
  error?: undefined;
  /** The metadata of the match, on which the permission rests. */
  metadata?: StoredMetadata | undefined;
  /** `true` if nobody had to authenticate. */
  isFree?: boolean;
}

/** A permission that was denied: the job is not run, and returns the error. */
export interface Denied extends Turns {
  error: string;
  /** The type of the error, if clients are sent one of its own. */
  type?: string;
  metadata?: undefined;
  isFree?: undefined;
}

export type Permission = Granted | Denied;

/** Question to an authenticator: are the credentials the player's? */
export type Question = Parameters<Auth['authenticateCredentials']>[0];

/** Members of a master that permissions use. */
interface Owner {
  auth?: Auth | undefined;
  /** Milliseconds. */
  authTimeout: number;
}

/** The parts of a master that permissions use. */
interface Means {
  store: { fetch: (matchID: string, wanted: StorageAPI.FetchOpts) => Steps<Stored> };
  failures: MatchFailures;
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

/** Asks the authenticator of a master for permission. */
export class Permissions {
  #master: Owner;
  #store: Means['store'];
  #failures: MatchFailures;
  #reads: SharedReads;
  /** Ends each question that is still open. */
  #ends: Set<() => void> = new Set();

  constructor(master: Owner, { store, failures, lookups }: Means) {
    this.#master = master;
    this.#store = store;
    this.#failures = failures;
    this.#reads = new SharedReads(lookups);
  }

  /** Returns `true` if the seat of a request has to be proved by credentials. */
  isNeededFor(request: Request): request is SeatRequest {
    return Boolean(this.#master.auth) && request.seat !== null && !request.isNote;
  }

  /** Returns the permission of a request, or a promise of it. Never throws, and is never rejected. */
  of(request: SeatRequest): Permission | Promise<Permission> {
    return this.#failures.catching(request.matchID, () => drive(this.#ask(request)), (error) => denied(textOfFailure(error)));
  }

  /**
   * Returns what `auth` says about credentials in time, or a promise of it: `true` if they are the player's. Clients have no seats of bots, and
   * none whose player has left the game permanently: an authenticator may know only accounts.
   */
  authenticate(question: Question): boolean | Promise<boolean> {
    const { auth, authTimeout } = this.#master;
    const { metadata, playerID } = question;
    if (isBotSeat(metadata, playerID) || isDeadSeat(metadata, playerID)) return false;
    // A master without an authenticator never gets here.
    return within(auth!.authenticateCredentials(question), authTimeout, this.#ends);
  }

  /** Refuses all that is still open: nothing waits for it any more. */
  end() {
    for (const end of [...this.#ends]) end();
  }

  *#ask({ matchID, seat, sender }: SeatRequest): Steps<Permission> {
    const { playerID, credentials, denial, isBots } = seat;
    const { metadata }: Stored = yield this.#reads.read(matchID, sender?.connection, () => drive(this.#store.fetch(matchID, METADATA)));
    if (metadata?.players && !Object.hasOwn(metadata.players, playerID)) return denied(denial);
    try {
      const isRight: boolean = isBots ? isBotSeat(metadata, playerID) : yield this.authenticate({ playerID, credentials, metadata } as Question);
      const kick = isRight ? kickOf(metadata, playerID) : null;
      if (kick) return { ...denied(kick.reason), type: MATCH_KICKED };
      // A match that does not exist yet has no players.
      return isRight ? { rank: metadata ? FIRST : LAST, share: shareOf(playerID), metadata } : denied(denial);
    } catch (error) {
      this.#failures.report(error, matchID);
      return denied(isTimeout(error) ? TIMED_OUT : AUTH_FAILED);
    }
  }
}

/** Returns the permission of a job that needs no authentication. */
export function granted(share: unknown, rank: Rank): Granted {
  return { rank, share, isFree: true };
}

/** Returns the permission of a request whose seat need not be proved. Spectators take turns by flow. */
export function unproven({ seat, isNote }: Request, flow: unknown): Granted {
  if (isNote) return granted(SERVER, FIRST);
  return seat ? granted(shareOf(seat.playerID), FIRST) : granted(flow, LAST);
}

/** Returns a denied permission. */
function denied(error: string): Denied {
  return { error, rank: FIRST, share: 'denied' };
}

/** The share by which a player takes turns with others, over all of their connections. */
function shareOf(playerID: PlayerID) {
  return `player ${playerID}`;
}

/**
 * Throws SEAT_CHANGED if a seat is no longer the one that the client had permission for: while they waited for their turn it may
 * have been given to another player. Throws a `Refusal` if the match is another by now, or the host does not let its client do anything any more.
 *
 * @param seat without `permitted` no permission was needed; null for a spectator
 */
export function checkSeat(seat: Seat | null, metadata: StoredMetadata | undefined, whyNotCome: (sender: Sender) => { error: string } | null = () => null) {
  const why = seat?.sender ? whyNotCome(seat.sender) : null;
  if (why) throw new Refusal(why.error);
  const before = seat?.permitted?.metadata;
  if (!seat?.permitted || before === metadata || metadata === undefined) return;
  if (before !== undefined && before.createdAt !== metadata.createdAt) throw new Refusal(seat.denial);
  // A permission always names a player.
  if (!isHolderUnchanged(before, metadata, seat.playerID) || kickOf(metadata, seat.playerID)) throw SEAT_CHANGED;
}

function isHolderUnchanged(before: StoredMetadata | undefined, now: StoredMetadata | undefined, playerID: PlayerID): boolean {
  if (playerAt(before, playerID) !== playerAt(now, playerID)) return false;
  // Where no seat has credentials, anybody may act for all of them.
  return hasCredentials(before) || !hasCredentials(now);
}

/** Returns `true` if all who may act for a player by earlier metadata still may, as far as metadata show. */
export function haveSameSeats(before: StoredMetadata | undefined, now: StoredMetadata | undefined): boolean {
  if (before === now) return true;
  if (!before || (!hasCredentials(before) && hasCredentials(now))) return false;
  return Object.keys(before.players ?? {}).every((id) => playerAt(before, id) === playerAt(now, id));
}

/** As text, the metadata that authenticators may read. */
function playerAt(metadata: StoredMetadata | undefined, playerID: PlayerID): string | undefined {
  const players = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? JSON.stringify({ ...players[playerID], isConnected: undefined }) : undefined;
}

function hasCredentials(metadata: StoredMetadata | undefined): boolean {
  const players = metadata?.players ?? {};
  return Object.keys(players).some((id) => players[id].credentials);
}

/** Returns `true` if a permission holds for a seat of these metadata. */
export function isSeatOf(permission: Permission, seat: Seat, metadata: StoredMetadata | undefined): boolean {
  try {
    checkSeat({ ...seat, permitted: permission }, metadata);
    return true;
  } catch {
    return false;
  }
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

/** Returns `true` for the timeout of an authenticator. Accepts any thrown value, and never throws. */
export function isTimeout(error: unknown): boolean {
  try {
    return (error as { code?: unknown } | null | undefined)?.code === TIMED_OUT;
  } catch {
    return false;
  }
}

/** Returns a timeout option in milliseconds, or its default. Throws for an invalid value. */
export function readTimeout(value: unknown = AUTH_TIMEOUT): number {
  if (typeof value === 'number' && value > 0) return value;
  throw rondelError('master/options', `authTimeout: expected a positive number of milliseconds, got ${printable(value)}`);
}

/** A read of a match's metadata that has not ended. */
interface Underway {
  /** The result of the read after it, for all that ask meanwhile; null if nobody does. */
  next: Promise<Stored> | null;
  /** Resolves when it has ended. */
  done: Promise<void>;
}

type Fetch = () => Stored | Promise<Stored>;

/** The result of a read that others have asked for, too. It is no promise: a caller that waits for it takes no place of the gate. */
class Joined {
  declare result: Promise<Stored>;

  constructor(result: Promise<Stored>) {
    this.result = result;
  }
}

/**
 * Reads metadata once at a time for each match, and of a few matches at once. Callers during a read share the result of the next one, so that it
 * contains everything stored before their call. A match that cannot be read delays no other: it takes one place, however many callers wait for it.
 */
class SharedReads {
  #gate: Gate;
  #underway: Map<string, Underway> = new Map();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** @param connection that asks: those with many questions at once take turns */
  read(matchID: string, connection: object | undefined, fetch: Fetch): Stored | Promise<Stored> {
    const begin = () => this.#join(matchID, fetch) ?? this.#begin(matchID, fetch);
    const read = connection ? this.#gate.run(connection, begin) : begin();
    return isPromise(read) ? read.then(resultOf) : resultOf(read);
  }

  #join(matchID: string, fetch: Fetch) {
    const underway = this.#underway.get(matchID);
    return underway && new Joined(underway.next ??= underway.done.then(() => this.#gate.run(underway, () => this.#begin(matchID, fetch))));
  }

  #begin(matchID: string, fetch: Fetch): Stored | Promise<Stored> {
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

function resultOf(read: Stored | Joined): Stored | Promise<Stored> {
  return read instanceof Joined ? read.result : read;
}
