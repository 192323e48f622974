import { EVERYTHING, fetchEverything, logSizeOf, logUntilState } from './match-log.js';
import { hasPlayers, readMatch } from './storage/stored-match.js';
import { seatsAfter } from './leaves.js';
import { checkSeat } from './permission.js';
import { RefusedDraws } from './proposal.js';
import { checkGame } from './refusal.js';
import { readLogPart } from './storage/log-part.js';
import { ATTEMPTS, createIfAbsent, replaceMetadata, replaceState, tooOften } from './storage/storing.js';
import { recordOf, statesOf } from './stored-states.js';
import { boundedCache } from '../util/bounded-cache.js';
import type { Ctx, Game } from '../../types/game.js';
import type { StorageAPI } from '../../types/master.js';
import type { Alarms } from './alarms.js';
import type { MatchFailures } from './failures.js';
import type { MasterLimits } from './limits.js';
import type { MetadataChange, NewMatch, StoredMetadata } from './match-data.js';
import type { MatchEngine } from './match-engine.js';
import type { ShownLogPart, StoredInParts } from './match-log.js';
import type { Bounds, Proposal } from './proposal.js';
import type { Request, Seat, Sender } from './request.js';
import type { SharedByStorage } from './shared-by-storage.js';
import type { Steps } from './steps.js';
import type { Stored } from './storage/stored-match.js';
import type { Storage } from './storage/storing.js';
import type { StoredState } from './stored-states.js';

/** The parts of a master that its store reads. */
interface Owner {
  game: Game;
  storageAPI: Storage;
  /** Returns why a sender may do nothing any more; null if they may. */
  whyNotCome: (sender: Sender) => { error: string } | null;
}

interface Parts {
  engine: MatchEngine;
  failures: MatchFailures;
  /** Undefined if the games of matches are not compared. */
  gameName: string | undefined;
  limits: MasterLimits;
  shared: SharedByStorage;
  alarms: Alarms;
}

/** Outcome of an action at a stored match. */
export interface Outcome {
  /** Has the state before the action. */
  proposal: Proposal;
  /** The state that is stored now, with its ledger: the one before if nothing had to be stored. */
  next: StoredState;
}

/** Wanted fields of a match, and the seat that wants them. */
interface Wanted {
  wanted: StorageAPI.FetchOpts;
  /** Null for a spectator, and for the master itself. */
  seat?: Seat | null;
}

export const METADATA = { metadata: true };
export const MATCH = { state: true, metadata: true };

/**
 * Step 4 of a master: reads its matches, has the engine propose what comes next, and stores that. All methods are steps for `drive`. They check
 * what they read. They throw an error that `isUnreadable` recognises if it makes no sense, and a `Refusal` if the match is of another game, or
 * the seat is another player's by now.
 */
export class MatchStore {
  #master: Owner;
  #engine: MatchEngine;
  #failures: MatchFailures;
  #gameName: string | undefined;
  #limits: MasterLimits;
  #shared: SharedByStorage;
  #alarms: Alarms;
  #states;
  #refusedDraws = new RefusedDraws();
  #progress = new Progress();

  constructor(master: Owner, { engine, failures, gameName, limits, shared, alarms }: Parts) {
    this.#master = master;
    this.#engine = engine;
    this.#failures = failures;
    this.#gameName = gameName;
    this.#limits = limits;
    this.#shared = shared;
    this.#alarms = alarms;
    this.#states = statesOf(master.game);
  }

  /** Returns what is stored of a match. */
  *fetch(matchID: string, wanted: StorageAPI.FetchOpts, seat: Seat | null = null): Steps<Stored> {
    return this.#read(matchID, yield this.#storage.fetch(matchID, wanted), { wanted, seat });
  }

  /** Returns all that is stored of a match, with the newest part of the log, and where the entries before it begin. */
  *fetchWhole({ matchID, seat }: Request): Steps<StoredInParts> {
    const stored = yield* fetchEverything(this.#storage, matchID, this.#limits.answer);
    const match = this.#read(matchID, stored, { wanted: EVERYTHING, seat });
    if (match.state) this.#alarms.note(matchID, match.state);
    return { ...match, log: logUntilState(match), earlier: stored.earlier };
  }

  /** Returns the part of a log before a place. */
  *fetchLogPart({ matchID, seat }: Request, before: number): Steps<ShownLogPart> {
    const part = yield* readLogPart(this.#storage, matchID, { before, bytes: this.#limits.answer });
    // Read last: the seat may change hands while the log is read, and its new player's entries may be secret.
    yield* this.fetch(matchID, METADATA, seat);
    const { log } = this.#read(matchID, { log: part.log }, { wanted: { log: true } });
    return { log: log ?? [], earlier: part.before ?? undefined };
  }

  /** Returns the state at the beginning of a match for its present rules. */
  initialState(matchID: string, stored: StoredState): StoredState {
    return this.#states.readInitial(matchID, stored);
  }

  /** Returns `false` if there is such a match by now. */
  *create(matchID: string, match: NewMatch): Steps<boolean> {
    const isCreated: boolean = yield* createIfAbsent(this.#storage, matchID, match);
    if (isCreated) this.#alarms.note(matchID, match.initialState);
    return isCreated;
  }

  /**
   * Proposes the state after the stored one, and stores it with what the master remembers. Returns null if there is no such match. Begins again
   * if somebody else has stored something meanwhile.
   */
  *advance({ matchID, seat }: Pick<Request, 'matchID' | 'seat'>, propose: (state: StoredState, bounds: Bounds) => Proposal): Steps<Outcome | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state } = yield* this.fetch(matchID, MATCH, seat);
      if (!state) return null;
      const logSize = state._logSize ?? (yield* logSizeOf(this.#storage, matchID, state));
      const bounds = { logSpace: this.#limits.log - logSize, known: this.#refusedDraws.of(matchID, state), now: this.#alarms.now() };
      const proposal = this.#states.attempt(matchID, () => propose(state, bounds));
      const { done, deltalog, draws, ledger, logged, thrown } = proposal;
      if (!done) this.#refusedDraws.note(matchID, state, draws.numbers);
      if (thrown) this.#failures.report(thrown.error, matchID);
      if (!ledger) return { proposal, next: state };
      const next = this.#states.next(proposal, logSize + logged, state);
      const isStored = yield* replaceState(this.#storage, matchID, { last: state, next: recordOf(next), deltalog });
      this.#engine.evict(isStored ? state : next);
      if (!isStored) continue;
      this.#alarms.note(matchID, next);
      return { proposal, next };
    }
    throw tooOften();
  }

  /** Stores what `change` makes of the metadata as they are now, and returns them. */
  *changeMetadata(matchID: string, change: MetadataChange, seat: Seat | null = null): Steps<Pick<StoredMetadata, 'players' | 'nextMatchID'>> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { metadata: last } = yield* this.fetch(matchID, METADATA, seat);
      const changed = last && change(last);
      if (!changed) return last ?? { players: {} };
      const next = this.#shared.withConnections(matchID, { ...last, ...changed });
      if (yield* replaceMetadata(this.#storage, matchID, { last, next })) return next;
    }
    throw tooOften();
  }

  /** As `changeMetadata`, for what has been sent to all by now: at worst, lists of matches or the chat are out of date. Returns `false` then. */
  *note(matchID: string, change: MetadataChange): Steps<boolean> {
    try {
      yield* this.changeMetadata(matchID, change);
      return true;
    } catch (error) {
      this.#failures.report(error, matchID);
      return false;
    }
  }

  /** Stores in the metadata that the match has been played, unless they nearly say so. */
  *noteProgress(matchID: string, state: StoredState): Steps<undefined> {
    if (this.#progress.isNoted(matchID, state)) return;
    if (yield* this.note(matchID, (metadata) => changeByPlay(metadata, state))) this.#progress.note(matchID, state);
  }

  get #storage() {
    return this.#master.storageAPI;
  }

  #read(matchID: string, stored: unknown, { wanted, seat = null }: Wanted): Stored {
    const admit = (metadata: StoredMetadata | undefined) => {
      checkGame(metadata, this.#gameName);
      checkSeat(seat, metadata, this.#master.whyNotCome);
    };
    return readMatch(stored, wanted, { readState: (state) => this.#states.read(matchID, state), admit });
  }
}

/** Milliseconds by which metadata may be behind with when a match was last played. */
const ACCURACY = 10_000;
/** Number of matches of which the time is remembered. */
const MOST_NOTED = 1000;

/**
 * When the time of play, and the players who are out of the game, were last noted in the metadata of a match. Storing them takes as long as
 * storing the state.
 */
class Progress {
  #noted = boundedCache<string, { time: number, removed: number }>(MOST_NOTED);

  /** Returns `true` if the metadata are nearly up to date. */
  isNoted(matchID: string, { ctx }: StoredState): boolean {
    const noted = this.#noted.get(matchID);
    if (ctx.gameover !== undefined || noted?.removed !== removedIn(ctx)) return false;
    const elapsed = Date.now() - noted.time;
    // Clocks may be set back.
    return elapsed >= 0 && elapsed < ACCURACY;
  }

  /** Remembers that they are stored. */
  note(matchID: string, { ctx }: StoredState) {
    this.#noted.keep(matchID, { time: Date.now(), removed: removedIn(ctx) });
  }
}

/** Returns the change of the metadata of a match that has been played; null if there is none. */
function changeByPlay(metadata: StoredMetadata, state: StoredState): Partial<StoredMetadata> | null {
  if (metadata.gameover !== undefined && metadata.gameover !== null) return null;
  const { gameover } = state.ctx;
  // Where nobody has joined, anybody may act for all seats.
  const seats = hasPlayers(metadata) && { players: seatsAfter(metadata.players, state) };
  return { ...seats, updatedAt: Date.now(), ...gameover !== undefined && { gameover } };
}

/** Returns the number of players who are out of the game. */
function removedIn({ _removedPlayers: removed }: Ctx): number {
  return removed?.length ?? 0;
}
