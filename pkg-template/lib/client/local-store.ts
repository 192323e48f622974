import { patched } from '../online/protocol/patch.js';
import { hasMembers } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { readLog } from '../engine/state-reader.js';
import { argsOf, callOf, isPlayerAction, isReplacing } from './store.js';
import type { LogEntry } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionError } from './handle.js';
import type { LocalMatch } from './local-match.js';
import type { Action, StoredMatch } from './store.js';

/** Outcome of an action that the store reduces. */
type Outcome = { error: ActionError | null } | undefined;

/** The store's half of a match in the page. Its engine moves to the store's state. */
export class LocalStore implements StoredMatch {
  readonly isRemote = false;
  #match: LocalMatch;
  /** The engine's state as an object, if somebody has read it. */
  #present: Foreign = null;
  /** The first state that somebody has read. */
  #first: Foreign = null;
  /** Log of each state. */
  #logs = new WeakMap<object, () => LogEntry[]>();
  /** Outcome of the action that the store reduces now. */
  #outcome: Outcome;

  constructor(match: LocalMatch) {
    this.#match = match;
  }

  author() {
    const { playerID, credentials } = this.#match;
    return { playerID: playerID ?? this.#match.currentPlayer(), credentials };
  }

  state() {
    if (this.#present === null && !this.#match.isDisposed) {
      this.#present = this.#match.makeState();
      this.#first ??= this.#present;
      this.#logs.set(this.#present, this.#match.logNow());
    }
    return this.#present;
  }

  changed() {
    this.#present = null;
  }

  perform(what: string, action: Action) {
    let error;
    try {
      error = isReplacing(action) ? this.#replace(action) : this.#make(action);
    } catch (thrown) {
      return this.#match.refuseAfter(thrown);
    }
    return error ? this.#match.refuse(what, error) : this.#accept(action);
  }

  /** Reports an action. Another match's state ends a preview. */
  #accept({ type }: Action) {
    if (type === 'SYNC') this.#match.endPreview();
    return this.#match.accept();
  }

  #make(action: Action) {
    const call = callOf(action, this.#match.names);
    return this.#match.asPlayer(action.payload, () => this.#match.attempt(call, argsOf(action.payload)));
  }

  #replace(action: Action) {
    // A player's view of the initial state is not the whole state.
    if (action.state === this.#match.info.initialState) return this.#match.attempt({ what: 'reset', type: 'RESET' }, []);
    const next = this.#replaced(this.state(), action);
    return next.error ?? this.#goTo(next.state);
  }

  reduce(before: Foreign, action: Action): Foreign {
    // Actions after the client's end have no effect.
    if (this.#match.isDisposed) return before;
    if (isReplacing(action)) {
      const next = this.#replaced(before, action);
      // The store does not accept an invalid state.
      const error = next.error ?? this.#goTo(next.state);
      this.#outcome = { error };
      return error ? before : next.state;
    }
    if (!isPlayerAction(action)) return before;
    const error = this.#goTo(before) ?? this.#make(action);
    this.#outcome = { error };
    return error ? before : this.state();
  }

  follow(send: () => Foreign, what: string, action: Action) {
    const outer = this.#outcome;
    this.#outcome = undefined as Outcome;
    let error;
    let isReduced;
    try {
      const shown = send();
      isReduced = this.#outcome !== undefined;
      error = this.#outcome?.error ?? this.#goTo(shown);
    } catch (thrown) {
      return this.#match.refuseAfter(thrown);
    } finally {
      this.#outcome = outer;
    }
    if (error) return this.#match.refuse(what, error);
    if (isReduced) return this.#accept(action);
    this.#match.announce();
    return null;
  }

  show(shown: Foreign) {
    if (this.#match.isDisposed) return;
    const error = this.#goTo(shown);
    if (error) this.#match.printError('the state of the store', error);
  }

  /** Returns the replacing state and records its log, or returns the `error`. */
  #replaced(before: Foreign, action: Action): { state?: Foreign, error?: ActionError } {
    try {
      const next = this.#stateIn(before, action);
      const entries = this.#logAfter(before, action);
      // The engine refuses a value that is not an object.
      if (hasMembers(next)) this.#logs.set(next, () => entries);
      return { state: next };
    } catch (thrown) {
      const type = action.type === 'PATCH' ? 'update/patch_failed' : REFUSAL_ACTION_INVALID;
      return { error: { type, message: messageOf(thrown) } };
    }
  }

  #stateIn(before: Foreign, { type, state: next, patch }: Action): Foreign {
    if (type === 'PATCH') return patched(before, patch);
    return next === this.#match.info.initialState ? this.#first : next;
  }

  #logAfter(before: Foreign, { type, log, deltalog }: Action): LogEntry[] {
    if (type === 'RESET') return [];
    if (type === 'SYNC') return readLog(log ?? []);
    const entries = this.#logOf(before);
    const last = entries.at(-1)?._stateID ?? -1;
    return [...entries, ...readLog(deltalog ?? []).filter(({ _stateID }) => _stateID > last)];
  }

  #logOf(of: Foreign): LogEntry[] {
    return (this.#logs.get(of) ?? this.#match.logNow())();
  }

  /** Moves the engine to a state. Returns the error if the state is invalid. */
  #goTo(target: Foreign): ActionError | null {
    // boardgame.io's ways write in place: a state may have changed.
    if (this.#present !== null && target === this.#present && !this.#match.compat) return null;
    const entries = this.#logOf(target);
    const error = this.#match.load(target, entries);
    if (error) return error;
    this.#present = target;
    this.#logs.set(target, () => entries);
    return null;
  }
}
