import {
  drive, engineOf, haveSameSeats, inTurn, isObject, isOfGame, isPromise, isSameMatch, isUnreadable, noop, readMatch, revisionOf, rulesOf, share,
  sharedBy, statesOf, syncOf,
} from '../rondel.js';
import { logSince } from '../storage/log-since.js';
import type { Game, LogEntry } from 'rondel';
import type { StorageAPI } from 'rondel/master';
import type { MatchQueue, Message, Steps, Storage, StoredMetadata, StoredState } from 'rondel/private';
import type { Presence } from './presence.js';

/** A method of a storage. Its caller knows the parameters. */
type Method = (...args: any[]) => unknown;

type ComparedState = Parameters<Required<StorageAPI.Sync>['compareAndSetState']>;

export interface FollowerOptions {
  game: Game;
  storage: Storage;
  /** Null if it cannot be known which processes are alive. */
  presence: Presence | null;
  /** Sends to all connections here. */
  send: (payload: Message) => void;
  /**
   * Called when seats of a match with connections here may be somebody else's by these metadata, before anything of the state that was read
   * with them is sent.
   */
  reseated?: (matchID: string, metadata: StoredMetadata, before: StoredMetadata | undefined) => void;
  /** Called when another match has the ID of one with connections here, of whatever game. */
  replaced: (matchID: string) => void;
  /** Called when a match with connections here does not exist any more. */
  gone?: (matchID: string) => void;
  /** Called with what the storage throws. */
  failed: (error: unknown) => void;
}

const MATCH = { state: true, metadata: true };
const LOG = { log: true };
const METADATA = { metadata: true };

/** Methods of a storage that a master uses in addition to `fetch`. A method that the storage lacks is missing for the master, too. */
const ASKED = ['createMatch', 'createMatchIfAbsent', 'setMetadata', 'fetchLogPart'];

/**
 * Wraps the storage of a master if other processes use it as well. Each state that the master reads of a match
 * with connections here is sent to those connections first, if another process has stored it: from what they were sent last
 * to what is stored now. So a master always goes on from a state that its connections know, and learns of the others' moves
 * by reading.
 */
export class Follower {
  /** For the master. */
  declare storage: Storage;
  #gameName: string;
  #engine: ReturnType<typeof engineOf>;
  #states: ReturnType<typeof statesOf>;
  #storage: Storage;
  #presence: Presence | null;
  #send: FollowerOptions['send'];
  #reseated: Required<FollowerOptions>['reseated'];
  #replaced: FollowerOptions['replaced'];
  #gone: Required<FollowerOptions>['gone'];
  #failed: FollowerOptions['failed'];
  #queue: MatchQueue;
  /** The stored state that this process's connections received last, by match. */
  #sent = new Map<string, StoredState>();
  /** Metadata that gave this process's connections their seats, by match. */
  #seats = new Map<string, StoredMetadata | undefined>();
  /** The metadata that were read with a state, for a client that joins the match by it. */
  #readWith = new WeakMap<StoredState, StoredMetadata | undefined>();
  /** Players and next match that this process's connections received last, as text, by match. */
  #players = new Map<string, string>();
  /** Matches whose connections here were notified that the rules cannot go on from what is stored. */
  #left = new Set<string>();
  /** Pending work by kind and match. */
  #waiting = new Map<string, Promise<unknown>>();
  /** Metadata as they are stored, by what was made of them. */
  #stored = new WeakMap<StoredMetadata, StoredMetadata>();

  constructor({ game, storage, presence, send, reseated = noop, replaced, gone = noop, failed }: FollowerOptions) {
    this.#gameName = rulesOf(game).name;
    this.#engine = engineOf(game);
    this.#states = statesOf(game);
    this.#storage = storage;
    this.#presence = presence;
    this.#send = send;
    this.#reseated = reseated;
    this.#replaced = replaced;
    this.#gone = gone;
    this.#failed = failed;
    this.storage = this.#makeStorage();
    const shared = presence ?? sharedBy(storage);
    share(this.storage, shared);
    this.#queue = shared.queue;
  }

  /** The matches with connections here. */
  get matches(): string[] {
    return [...this.#sent.keys()];
  }

  isOpen(matchID: string): boolean {
    return this.#sent.has(matchID);
  }

  /** The first connection at a match here, which is sent this state. */
  opened(matchID: string, state: StoredState) {
    this.#sent.set(matchID, state);
    this.#seats.set(matchID, this.#readWith.get(state));
  }

  /** The last connection at a match here has gone. */
  closed(matchID: string) {
    this.#sent.delete(matchID);
    this.#seats.delete(matchID);
    this.#players.delete(matchID);
    this.#left.delete(matchID);
  }

  /** Sends the connections here what another process has stored, if it has; in turn. Rejected with what the storage throws. */
  look(matchID: string): Promise<void> {
    return this.onceInTurn('state', matchID, () => this.#read(matchID));
  }

  /** As `inTurn`; steps of the same kind that wait for their turn are one. */
  onceInTurn<Result>(kind: string, matchID: string, steps: () => Steps<Result>): Promise<Result> {
    const key = `${kind} ${matchID}`;
    if (this.#waiting.has(key)) return this.#waiting.get(key) as Promise<Result>;
    let hasBegun = false;
    const done = this.inTurn(matchID, () => {
      hasBegun = true;
      this.#waiting.delete(key);
      return steps();
    });
    if (!hasBegun) this.#waiting.set(key, done);
    return done;
  }

  /** Runs steps after the jobs that wait before them at the match: see `inTurn` in lib/online/match-queue.ts. */
  inTurn<Result>(matchID: string, steps: () => Steps<Result>): Promise<Result> {
    return inTurn(this.#queue, matchID, steps);
  }

  /** The metadata of a match of this game as they are stored, with what this process knows of connections: what has expired, or is missing, is mended. */
  *metadata(matchID: string): Steps<StoredMetadata | undefined> {
    const { metadata } = readMatch(yield this.storage.fetch(matchID, METADATA), METADATA);
    if (!isOfGame(metadata, this.#gameName)) return undefined;
    const next = metadata && this.#presence?.withConnections(matchID, metadata);
    if (!next || next === metadata && !this.#stored.has(metadata)) return metadata;
    if (typeof this.storage.compareAndSetMetadata !== 'function') return metadata;
    // A process that has written meanwhile publishes it, and then it is read again.
    yield this.storage.compareAndSetMetadata(matchID, metadata, next);
    return next;
  }

  /** Returns `true` if the players or the next match differ from those that were sent last. Notes the new ones as sent. */
  isNews(matchID: string, ...content: unknown[]): boolean {
    const text = JSON.stringify(content);
    if (this.#players.get(matchID) === text) return false;
    if (this.isOpen(matchID)) this.#players.set(matchID, text);
    return true;
  }

  *#read(matchID: string): Steps<void> {
    if (this.isOpen(matchID)) yield this.storage.fetch(matchID, MATCH);
  }

  /** Returns the storage that the master uses, with the methods that the wrapped storage has. */
  #makeStorage(): Storage {
    const storage = this.#storage as unknown as Record<string, Method>;
    const has = (method: string) => typeof storage[method] === 'function';
    const asked = ASKED.filter(has).map((method): [string, Method] => [method, (...args) => storage[method](...args)]);
    const made: Record<string, Method> = Object.fromEntries(asked);
    made.fetch = (matchID: string, wanted: StorageAPI.FetchOpts) => drive(this.#fetch(matchID, wanted));
    made.setState = (matchID: string, state: StoredState, deltalog?: LogEntry[]) => drive(this.#setState(matchID, state, deltalog));
    if (has('compareAndSetState')) made.compareAndSetState = (...args: ComparedState) => drive(this.#compareAndSetState(...args));
    if (has('compareAndSetMetadata')) {
      made.compareAndSetMetadata = (matchID: string, expected: StoredMetadata, metadata: StoredMetadata) => (
        storage.compareAndSetMetadata(matchID, this.#stored.get(expected) ?? expected, metadata)
      );
    }
    return Object.fromEntries(Object.entries(made).map(([method, call]) => [method, this.#watched(call)])) as unknown as Storage;
  }

  /** Wraps a method. After a failure the work may have been done, and changes by others may have been missed. */
  #watched(call: Method): Method {
    const failed = (error: unknown) => {
      this.#failed(error);
      throw error;
    };
    return (...args) => {
      try {
        const result = call(...args);
        return isPromise(result) ? result.then(undefined, failed) : result;
      } catch (error) {
        return failed(error);
      }
    };
  }

  *#fetch(matchID: string, wanted: StorageAPI.FetchOpts): Steps<unknown> {
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

  *#setState(matchID: string, state: StoredState, deltalog?: LogEntry[]): Steps<void> {
    yield this.#storage.setState(matchID, state, deltalog);
    this.#note(matchID, state);
  }

  *#compareAndSetState(
    matchID: string, expectedStateID: number, state: StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Steps<boolean> {
    const isStored = yield (this.#storage as Required<Storage>).compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision);
    if (isStored) this.#note(matchID, state);
    return isStored;
  }

  /** The master sends it now. */
  #note(matchID: string, state: StoredState) {
    if (this.isOpen(matchID)) this.#sent.set(matchID, this.#states.read(matchID, state));
  }

  /** A player who has lost a seat by the metadata is not sent the state. */
  *#goOn(matchID: string, stored: StoredState, metadata: StoredMetadata | undefined): Steps<StoredState> {
    if (this.isOpen(matchID) && isObject(metadata?.players)) this.#lookAtSeats(matchID, metadata as StoredMetadata);
    const state = yield* this.#follow(matchID, stored);
    if (!this.isOpen(matchID) && isObject(state)) this.#readWith.set(state, metadata);
    return state;
  }

  #lookAtSeats(matchID: string, metadata: StoredMetadata) {
    const before = this.#seats.get(matchID);
    this.#seats.set(matchID, metadata);
    if (!haveSameSeats(before, metadata)) this.#reseated(matchID, metadata, before);
  }

  /**
   * Sends a stored state if it has not been sent, and returns it: as the object that is known here already, if there is
   * one, from which the engine and the viewers' filter go on.
   */
  *#follow(matchID: string, stored: StoredState): Steps<StoredState> {
    // Without one, there is no `state` either.
    const sent = this.#sent.get(matchID) as StoredState;
    const state = sent && this.#sound(matchID, stored);
    if (!state) return stored;
    if (!isSameMatch(sent, state)) return this.#leave(matchID, sent, state);
    if (sent._stateID === state._stateID && revisionOf(sent) === revisionOf(state)) return sent;
    if (sent._stateID !== state._stateID) yield* this.#catchUp(matchID, sent, state);
    // Everybody may have gone meanwhile.
    if (this.#sent.get(matchID) === sent) this.#sent.set(matchID, state);
    return state;
  }

  /** Another game has the ID by now: nobody here may see anything of it. */
  #leaveToAnother(matchID: string) {
    const sent = this.#sent.get(matchID);
    if (!sent) return;
    this.closed(matchID);
    this.#leave(matchID, sent, undefined);
  }

  /** The match that was sent has been wiped since, and none has its ID. */
  #noteEnd(matchID: string) {
    const sent = this.#sent.get(matchID);
    if (!sent) return;
    this.#engine.evict(sent);
    this.closed(matchID);
    this.#gone(matchID);
  }

  /** The match that was sent has been wiped since. */
  #leave<Next>(matchID: string, sent: StoredState, state: Next): Next {
    this.#engine.evict(sent);
    this.#replaced(matchID);
    return state;
  }

  *#catchUp(matchID: string, sent: StoredState, state: StoredState): Steps<void> {
    const entries = yield* this.#entries(matchID, sent._stateID);
    // The log was read later than the state.
    const deltalog = entries.filter(({ _stateID }) => _stateID < state._stateID);
    this.#send({ type: 'update', args: [matchID, { ...state, deltalog }], prev: sent, sync: syncOf(this.#engine, state) });
    this.#engine.evict(sent);
  }

  *#entries(matchID: string, stateID: number): Steps<LogEntry[]> {
    const storage = this.#storage;
    const isShort = typeof storage.fetchLogSince === 'function';
    const stored = isShort ? { log: yield (storage as Required<Storage>).fetchLogSince(matchID, stateID) } : yield storage.fetch(matchID, LOG);
    const { log } = readMatch(stored, LOG);
    return isShort ? log ?? [] : logSince(log, stateID);
  }

  /** The state that the rules go on from; undefined if they cannot: the master reports it. */
  #sound(matchID: string, stored: StoredState): StoredState | undefined {
    try {
      const state = this.#states.read(matchID, stored);
      this.#left.delete(matchID);
      return state;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#notifyLeft(matchID, error as Error & { payload?: unknown });
      return undefined;
    }
  }

  /** Notifies everybody here, once, that others have gone on in a way that these rules do not know. */
  #notifyLeft(matchID: string, { message, payload }: Error & { payload?: unknown }) {
    if (this.#left.has(matchID)) return;
    this.#left.add(matchID);
    this.#send({ type: 'refused', args: [matchID, { type: 'match/refused', message, payload }] });
  }

  #seen(metadata: StoredMetadata): StoredMetadata {
    if (!this.#presence) return metadata;
    // A storage in memory may return what was made here, and stored since.
    this.#stored.delete(metadata);
    const seen = seenIfSound(this.#presence, metadata);
    if (seen !== metadata) this.#stored.set(seen, metadata);
    return seen;
  }
}

/** Invalid metadata are reported by the master. */
function seenIfSound(presence: Presence, metadata: StoredMetadata): StoredMetadata {
  try {
    return presence.seen(metadata);
  } catch {
    return metadata;
  }
}
