import { boundedCache } from '../util/bounded-cache.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { SetAside } from '../engine/set-aside.js';
import { versionOf } from '../engine/version.js';
import { engineOf } from './match-data.js';
import { migrate } from './migration.js';
import { isEqual } from './protocol/patch.js';
import { checkStoredState } from './storage/stored-match.js';
import { revisionOf } from './storage/storing.js';
import { historyOf } from './stored-history.js';
import { withLeaves } from './leaves.js';
import type { StorageAPI } from '../../types/master.js';
import type { Game } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { MasterFields } from './storage/stored-codec.js';
import type { MatchEngine } from './match-engine.js';
import type { Proposal } from './proposal.js';

/** A state as masters store it: the public one, with the fields that they add. */
export type StoredState = StorageAPI.StoredState & MasterFields;

/** The fields that a master stores with each state: the compiler names one that `next` omits. */
type EachStored = Record<Exclude<keyof MasterFields, '_version' | '_left'>, unknown>;

/** How many migrated states are kept, of matches that nobody has played on with the new rules yet. */
const MOST_MIGRATED = 50;
/** The parts of a state that `migrate` is given. An operator may have changed any of them, and left the numbers as they were. */
const PARTS = ['ctx', 'plugins', 'G'] as const;

const byGame = new WeakMap<object, StoredStates>();
/** The stored state, by the migrated one that the rules go on from in its place. */
const originals = new WeakMap<StoredState, StoredState>();

/** The same for all masters of a game. */
export function statesOf(game: Game): StoredStates {
  const source = originalGame(game);
  let states = byGame.get(source);
  if (!states) byGame.set(source, states = new StoredStates(source));
  return states;
}

/** Returns the record of a state: until an action by the new rules, a migrated state is stored as it was. */
export function recordOf(state: StoredState): StoredState {
  return originals.get(state) ?? state;
}

/**
 * Stored states of a game's matches, for its present rules. One that another version of the rules has stored is migrated when
 * it is read, and stored so with the next action that is done: until then another version finds it as it has left it.
 */
class StoredStates {
  #rules: Rules;
  #version: string | number | undefined;
  #engine: MatchEngine;
  /** States that have been checked, but are not in the engine. */
  #sound = new WeakSet<StoredState>();
  /** Migrated states: by object, for storages that return the same one, and by the numbers that distinguish copies. */
  #migrated = new WeakMap<StoredState, StoredState>();
  #latest = boundedCache<string, { stored: StoredState, state: StoredState }>(MOST_MIGRATED);
  #setAside = new SetAside();

  constructor(game: Game) {
    this.#rules = rulesOf(game);
    this.#version = versionOf(this.#rules);
    this.#engine = engineOf(game);
  }

  /** A state to go on from. Throws an error that `isUnreadable` recognises if there is none. */
  read(matchID: string, stored: Foreign): StoredState {
    // A state that the engine knows was made or checked here.
    if (this.#engine.knows(stored) || this.#sound.has(stored)) return stored;
    const known = this.#migrated.get(stored);
    if (known) return known;
    return this.attempt(matchID, () => this.#check(matchID, stored));
  }

  /**
   * Does what may fail the engine with a stored state of this match. Throws an error that `isUnreadable` recognises if it does, or has done
   * so not long ago.
   */
  attempt<Result>(matchID: string, work: () => Result): Result {
    return this.#setAside.attempt(matchID, 'state', work);
  }

  /** The state at the beginning of a match, from which no action follows: its shape has been checked. */
  readInitial(matchID: string, stored: StoredState): StoredState {
    if (this.#isOwn(stored)) return stored;
    return this.#migrated.get(stored) ?? this.#setAside.attempt(matchID, 'beginning', () => this.#migrate(matchID, stored));
  }

  /**
   * Returns the state to store after a state that was read: the result of an action, or the same state, with the master's ledger.
   * Fields that other programs have added to the last one stay. `recordOf` returns it in its stored form.
   */
  next(proposal: Proposal, logSize: number, last: StoredState): StoredState {
    const { done: state = last, ledger, left } = proposal;
    const { G, ctx, plugins, _stateID } = state;
    // One literal: spreading others into it takes V8 a third of the time of a move.
    const stored: StoredState & EachStored = {
      G, ctx, plugins, _undo: [], _redo: [], _stateID, _revision: revisionOf(last) + 1, _logSize: logSize, _sync: ledger, _history: historyOf(state),
    };
    if (state !== last && this.#version !== undefined) stored._version = this.#version;
    if (left) Object.assign(stored, withLeaves(last, left));
    for (const field of Object.keys(last)) {
      if (field !== 'deltalog' && !Object.hasOwn(stored, field)) (stored as Foreign)[field] = (last as Foreign)[field];
    }
    this.#engine.hold(stored, proposal);
    if (!this.#engine.knows(stored)) this.#sound.add(stored);
    if (state === last && originals.has(last)) {
      this.#note({ ...originals.get(last) as StoredState, _revision: stored._revision, _logSize: logSize, _sync: ledger }, stored);
    }
    return stored;
  }

  /** A game with its first version goes on with the states that are there, unless it has a `migrate`. */
  #isOwn({ _version }: StoredState): boolean {
    return _version === this.#version || (_version === undefined && !this.#rules.migrate);
  }

  #check(matchID: string, stored: unknown): StoredState {
    checkStoredState(stored);
    if (!this.#isOwn(stored)) return this.#migrate(matchID, stored);
    this.#engine.load(stored);
    this.#sound.add(stored);
    return stored;
  }

  #migrate(matchID: string, stored: StoredState): StoredState {
    const { _revision, _stateID, _version } = stored;
    // boardgame.io's states have no number that distinguishes a match from another that has had its ID.
    const key = _revision === undefined ? '' : JSON.stringify([matchID, _revision, _stateID, _version]);
    const latest = this.#latest.get(key);
    if (latest && PARTS.every((part) => isEqual(latest.stored[part], stored[part]))) return latest.state;
    const state = migrate(this.#rules, stored, { matchID, version: this.#version, check: (made) => this.#checkMade(made) });
    this.#note(stored, state);
    if (key === '') return state;
    this.#latest.keep(key, { stored, state });
    return state;
  }

  #checkMade(state: StoredState) {
    checkStoredState(state);
    this.#engine.load(state);
    this.#sound.add(state);
  }

  #note(stored: StoredState, state: StoredState) {
    originals.set(state, stored);
    this.#migrated.set(stored, state);
  }
}
