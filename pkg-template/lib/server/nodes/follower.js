import { rulesOf } from '../../game/rules.js';
import { inTurn } from '../../online/in-turn.js';
import { engineOf } from '../../online/match-data.js';
import { drive } from '../../online/match-queue.js';
import { syncOf } from '../../online/ledger.js';
import { haveSameSeats, isOfGame } from '../../online/own-match.js';
import { share, sharedBy } from '../../online/shared-by-storage.js';
import { isUnreadable, readMatch } from '../../online/storage/stored-match.js';
import { isSameMatch, revisionOf } from '../../online/storage/storing.js';
import { statesOf } from '../../online/stored-states.js';
import { noop } from '../../util/noop.js';
import { isObject } from '../../util/objects.js';
import { isPromise } from '../../util/promise.js';
import { logSince } from '../storage/log-since.js';

const MATCH = { state: true, metadata: true };
const LOG = { log: true };
const METADATA = { metadata: true };

/** What a master asks of a storage besides `fetch`. What a storage lacks, it lacks for the master, too. */
const ASKED = ['createMatch', 'createMatchIfAbsent', 'setMetadata', 'fetchLogPart'];

/**
 * Stands between a master and its storage, where other processes store as well. Whatever state the master reads of a match
 * with connections here is told to those connections first, if another process has stored it: from what they were told last
 * to what is stored now. So a master always goes on from a state that its connections know, and hears of the others' moves
 * by reading.
 */
export class Follower {
  #gameName;
  #engine;
  #states;
  #storage;
  #presence;
  #tell;
  #reseated;
  #replaced;
  #gone;
  #failed;
  #queue;
  /** By match with connections here, the state that they were told last, as it is stored. */
  #told = new Map();
  /** By match with connections here, the metadata by which they have their seats. */
  #seats = new Map();
  /** The metadata that were read with a state, for whoever comes to the match by it. */
  #readWith = new WeakMap();
  /** By match with connections here, who plays, and which match is the next, as it was told last; as text. */
  #players = new Map();
  /** Matches with connections here that were told that the rules cannot go on from what is stored. */
  #left = new Set();
  /** By kind and match, what waits for its turn. */
  #waiting = new Map();
  /** Metadata as they are stored, by what was made of them. */
  #stored = new WeakMap();

  /**
   * @param {object} options
   * @param {object} options.game
   * @param {any} options.storage
   * @param {import('./presence.js').Presence | null} options.presence null if nobody can tell which processes are alive
   * @param {(payload: any) => void} options.tell tells all connections here
   * @param {(matchID: string, metadata: any, before: any) => void} [options.reseated] is told that seats of a match with connections here
   *   may be somebody else's by these metadata, before anything of the state that was read with them is told
   * @param {(matchID: string) => void} options.replaced is told that another match has the ID of one with connections here, of whatever game
   * @param {(matchID: string) => void} [options.gone] is told that a match with connections here is there no more
   * @param {(error: unknown) => void} options.failed is told of what the storage throws
   */
  constructor({ game, storage, presence, tell, reseated = noop, replaced, gone = noop, failed }) {
    this.#gameName = rulesOf(game).name;
    this.#engine = engineOf(game);
    this.#states = statesOf(game);
    this.#storage = storage;
    this.#presence = presence;
    this.#tell = tell;
    this.#reseated = reseated;
    this.#replaced = replaced;
    this.#gone = gone;
    this.#failed = failed;
    /** For the master. */
    this.storage = this.#makeStorage();
    const shared = presence ?? sharedBy(storage);
    share(this.storage, shared);
    this.#queue = shared.queue;
  }

  /** The matches with connections here. */
  get matches() {
    return [...this.#told.keys()];
  }

  isOpen(matchID) {
    return this.#told.has(matchID);
  }

  /** The first connection at a match here, which is told this state. */
  opened(matchID, state) {
    this.#told.set(matchID, state);
    this.#seats.set(matchID, this.#readWith.get(state));
  }

  /** The last connection at a match here has gone. */
  closed(matchID) {
    this.#told.delete(matchID);
    this.#seats.delete(matchID);
    this.#players.delete(matchID);
    this.#left.delete(matchID);
  }

  /** Tells the connections here what another process has stored, if it has; in turn. Rejected with what the storage throws. */
  look(matchID) {
    return this.onceInTurn('state', matchID, () => this.#read(matchID));
  }

  /** As `inTurn`; steps of the same kind that wait for their turn are one. */
  onceInTurn(kind, matchID, steps) {
    const key = `${kind} ${matchID}`;
    if (this.#waiting.has(key)) return this.#waiting.get(key);
    let hasBegun = false;
    const done = this.inTurn(matchID, () => {
      hasBegun = true;
      this.#waiting.delete(key);
      return steps();
    });
    if (!hasBegun) this.#waiting.set(key, done);
    return done;
  }

  /** Runs steps when those before them at the match are done: see lib/online/in-turn.js. */
  inTurn(matchID, steps) {
    return inTurn(this.#queue, matchID, steps);
  }

  /** The metadata of a match of this game as they are stored, with what this process knows of connections: what has expired, or is missing, is mended. */
  *metadata(matchID) {
    const { metadata } = readMatch(yield this.storage.fetch(matchID, METADATA), METADATA);
    if (!isOfGame(metadata, this.#gameName)) return undefined;
    const next = metadata && this.#presence?.withConnections(matchID, metadata);
    if (!next || next === metadata && !this.#stored.has(metadata)) return metadata;
    if (typeof this.storage.compareAndSetMetadata !== 'function') return metadata;
    // Whoever has written meanwhile says so, and then it is looked at again.
    yield this.storage.compareAndSetMetadata(matchID, metadata, next);
    return next;
  }

  /** Whether this is not what was told last of who plays, and of the next match. It counts as told. */
  isNews(matchID, ...told) {
    const text = JSON.stringify(told);
    if (this.#players.get(matchID) === text) return false;
    if (this.isOpen(matchID)) this.#players.set(matchID, text);
    return true;
  }

  *#read(matchID) {
    if (this.isOpen(matchID)) yield this.storage.fetch(matchID, MATCH);
  }

  #makeStorage() {
    const storage = this.#storage;
    const has = (method) => typeof storage[method] === 'function';
    const asked = ASKED.filter(has).map((method) => [method, (...args) => storage[method](...args)]);
    const made = Object.fromEntries(asked);
    made.fetch = (matchID, wanted) => drive(this.#fetch(matchID, wanted));
    made.setState = (matchID, state, deltalog) => drive(this.#setState(matchID, state, deltalog));
    if (has('compareAndSetState')) made.compareAndSetState = (...args) => drive(this.#compareAndSetState(...args));
    if (has('compareAndSetMetadata')) {
      made.compareAndSetMetadata = (matchID, expected, metadata) => (
        storage.compareAndSetMetadata(matchID, this.#stored.get(expected) ?? expected, metadata)
      );
    }
    return Object.fromEntries(Object.entries(made).map(([method, call]) => [method, this.#watched(call)]));
  }

  /** What has failed may have been done, and what others have done may have been missed. */
  #watched(call) {
    const failed = (error) => {
      this.#failed(error);
      throw error;
    };
    return (...args) => {
      try {
        const answer = call(...args);
        return isPromise(answer) ? answer.then(undefined, failed) : answer;
      } catch (error) {
        return failed(error);
      }
    };
  }

  *#fetch(matchID, wanted) {
    const stored = yield this.#storage.fetch(matchID, wanted);
    if (!isObject(stored)) return stored;
    const { state, metadata, log, initialState } = stored;
    // The master refuses it.
    if (!isOfGame(metadata, this.#gameName)) {
      this.#leaveToAnother(matchID);
      return stored;
    }
    if (wanted.state && !state && !metadata) this.#noteEnd(matchID);
    const seen = wanted.metadata && metadata ? this.#seen(metadata) : metadata;
    // A master reads a state in turn alone.
    return { state: wanted.state && state ? yield* this.#goOn(matchID, state, seen) : state, metadata: seen, log, initialState };
  }

  *#setState(matchID, state, deltalog) {
    yield this.#storage.setState(matchID, state, deltalog);
    this.#note(matchID, state);
  }

  *#compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    const isStored = yield this.#storage.compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision);
    if (isStored) this.#note(matchID, state);
    return isStored;
  }

  /** The master tells it now. */
  #note(matchID, state) {
    if (this.isOpen(matchID)) this.#told.set(matchID, this.#states.read(matchID, state));
  }

  /** Whoever has lost a seat by the metadata is not told the state. */
  *#goOn(matchID, stored, metadata) {
    if (this.isOpen(matchID) && isObject(metadata?.players)) this.#lookAtSeats(matchID, metadata);
    const state = yield* this.#follow(matchID, stored);
    if (!this.isOpen(matchID) && isObject(state)) this.#readWith.set(state, metadata);
    return state;
  }

  #lookAtSeats(matchID, metadata) {
    const before = this.#seats.get(matchID);
    this.#seats.set(matchID, metadata);
    if (!haveSameSeats(before, metadata)) this.#reseated(matchID, metadata, before);
  }

  /**
   * Tells a stored state if it has not been told, and answers it: as the object that is known here already, if there is
   * one, from which the engine and the viewers' filter go on.
   */
  *#follow(matchID, stored) {
    const told = this.#told.get(matchID);
    const state = told && this.#sound(matchID, stored);
    if (!state) return stored;
    if (!isSameMatch(told, state)) return this.#leave(matchID, told, state);
    if (told._stateID === state._stateID && revisionOf(told) === revisionOf(state)) return told;
    if (told._stateID !== state._stateID) yield* this.#catchUp(matchID, told, state);
    // Everybody may have gone meanwhile.
    if (this.#told.get(matchID) === told) this.#told.set(matchID, state);
    return state;
  }

  /** Another game has the ID by now: nobody here may see anything of it. */
  #leaveToAnother(matchID) {
    const told = this.#told.get(matchID);
    if (!told) return;
    this.closed(matchID);
    this.#leave(matchID, told, undefined);
  }

  /** What was told was a match that has been wiped since, and none has its ID. */
  #noteEnd(matchID) {
    const told = this.#told.get(matchID);
    if (!told) return;
    this.#engine.evict(told);
    this.closed(matchID);
    this.#gone(matchID);
  }

  /** What was told was a match that has been wiped since. */
  #leave(matchID, told, state) {
    this.#engine.evict(told);
    this.#replaced(matchID);
    return state;
  }

  *#catchUp(matchID, told, state) {
    const entries = yield* this.#entries(matchID, told._stateID);
    // The log was read later than the state.
    const deltalog = entries.filter(({ _stateID }) => _stateID < state._stateID);
    this.#tell({ type: 'update', args: [matchID, { ...state, deltalog }], prev: told, sync: syncOf(this.#engine, state) });
    this.#engine.evict(told);
  }

  *#entries(matchID, stateID) {
    const storage = this.#storage;
    const isShort = typeof storage.fetchLogSince === 'function';
    const stored = isShort ? { log: yield storage.fetchLogSince(matchID, stateID) } : yield storage.fetch(matchID, LOG);
    const { log } = readMatch(stored, LOG);
    return isShort ? log ?? [] : logSince(log, stateID);
  }

  /** The state that the rules go on from; none if there is none: that is the master's to report. */
  #sound(matchID, stored) {
    try {
      const state = this.#states.read(matchID, stored);
      this.#left.delete(matchID);
      return state;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#tellLeft(matchID, error);
      return undefined;
    }
  }

  /** Everybody here was told of a state that others have gone on from, in a way that these rules do not know. */
  #tellLeft(matchID, { message, payload }) {
    if (this.#left.has(matchID)) return;
    this.#left.add(matchID);
    this.#tell({ type: 'refused', args: [matchID, { type: 'match/refused', message, payload }] });
  }

  #seen(metadata) {
    if (!this.#presence) return metadata;
    // A storage in memory may return what was made here, and stored since.
    this.#stored.delete(metadata);
    const seen = seenIfSound(this.#presence, metadata);
    if (seen !== metadata) this.#stored.set(seen, metadata);
    return seen;
  }
}

/** What makes no sense is the master's to report. */
function seenIfSound(presence, metadata) {
  try {
    return presence.seen(metadata);
  } catch {
    return metadata;
  }
}
