import { patched } from '../online/protocol/patch.js';
import { hasMembers } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { readLog } from '../engine/state-reader.js';
import { argsOf, callOf, isMade, isReplacing } from './store.js';

/**
 * The store's half of a match in the page: its engine goes to the state that the store is at.
 *
 * @typedef {object} LocalMatch what the session does for it; functions that make or load a state return the error if it is refused
 * @property {{ moves: string[], events: Array<string | null>, plugins: string[] }} names
 * @property {() => any} initialState as the player sees it
 * @property {() => string} currentPlayer
 * @property {() => any} makeState the engine's state as an object
 * @property {() => () => object[]} logNow the log so far, for when somebody reads it
 * @property {(payload: object, work: () => any) => any} asPlayer runs work for the player and with the credentials of an action
 * @property {(call: object, args: readonly unknown[]) => ActionError | null} attempt
 * @property {(state: any, entries: object[]) => ActionError | null} load goes on from a state, with its log
 *
 * @typedef {import('./handle.js').ActionError} ActionError
 *
 * @param {import('./create-client.js').SessionOwner} client
 * @param {LocalMatch} match
 * @returns {import('./store.js').StoredMatch & { changed: () => void }}
 */
export function makeLocalStore(client, match) {
  // The engine's state as an object, if it has been asked for, and the first one that was.
  /** @type {any} */
  let present = null;
  let first = null;
  // The log that led to each state.
  const logs = new WeakMap();
  // The outcome of the action that the store reduces now.
  let outcome;

  return { isRemote: false, author, state, perform, reduce, follow, show, changed };

  function author() {
    const { playerID, credentials } = client;
    return { playerID: playerID ?? match.currentPlayer(), credentials };
  }

  function state() {
    if (present === null && !client.isDisposed) {
      present = match.makeState();
      first ??= present;
      logs.set(present, match.logNow());
    }
    return present;
  }

  function changed() {
    present = null;
  }

  function perform(what, action) {
    let error;
    try {
      error = isReplacing(action) ? replace(action) : make(action);
    } catch (thrown) {
      return client.refuseAfter(thrown);
    }
    return error ? client.refuse(what, error) : accept(action);
  }

  /** Another match's state is looked at in place of a preview. */
  function accept({ type }) {
    if (type === 'SYNC') client.preview = null;
    return client.accept();
  }

  function make(action) {
    const call = callOf(action, match.names);
    return match.asPlayer(action.payload, () => match.attempt(call, argsOf(action.payload)));
  }

  function replace(action) {
    // A player's view of the beginning is not all of it.
    if (action.state === match.initialState()) return match.attempt({ what: 'reset', type: 'RESET' }, []);
    const next = replaced(state(), action);
    return next.error ?? goTo(next.state);
  }

  function reduce(before, action) {
    // What is dispatched after the client's end has no effect.
    if (client.isDisposed) return before;
    if (isReplacing(action)) {
      const next = replaced(before, action);
      // The store does not take a state that the match cannot go on from.
      const error = next.error ?? goTo(next.state);
      outcome = { error };
      return error ? before : next.state;
    }
    if (!isMade(action)) return before;
    const error = goTo(before) ?? make(action);
    outcome = { error };
    return error ? before : state();
  }

  function follow(send, what, action) {
    const outer = outcome;
    outcome = undefined;
    let error;
    let isReduced;
    try {
      const shown = send();
      isReduced = outcome !== undefined;
      error = outcome?.error ?? goTo(shown);
    } catch (thrown) {
      return client.refuseAfter(thrown);
    } finally {
      outcome = outer;
    }
    if (error) return client.refuse(what, error);
    if (isReduced) return accept(action);
    client.announce();
    return null;
  }

  function show(shown) {
    if (client.isDisposed) return;
    const error = goTo(shown);
    if (error) client.printError('the state of the store', error);
  }

  /** The state that takes the place of another, whose log is noted; or the `error`. */
  function replaced(before, action) {
    try {
      const next = stateIn(before, action);
      const entries = logAfter(before, action);
      // The engine refuses what is no object, by name.
      if (hasMembers(next)) logs.set(next, () => entries);
      return { state: next };
    } catch (thrown) {
      const type = action.type === 'PATCH' ? 'update/patch_failed' : REFUSAL_ACTION_INVALID;
      return { error: { type, message: messageOf(thrown) } };
    }
  }

  function stateIn(before, { type, state: next, patch }) {
    if (type === 'PATCH') return patched(before, patch);
    return next === match.initialState() ? first : next;
  }

  function logAfter(before, { type, log, deltalog }) {
    if (type === 'RESET') return [];
    if (type === 'SYNC') return readLog(log ?? []);
    const entries = logOf(before);
    const last = entries.at(-1)?._stateID ?? -1;
    return [...entries, ...readLog(deltalog ?? []).filter(({ _stateID }) => _stateID > last)];
  }

  function logOf(of) {
    return (logs.get(of) ?? match.logNow())();
  }

  /** Takes the engine to a state, unless it is there; returns the error if the match cannot go on from it. */
  function goTo(target) {
    // boardgame.io's ways write in place: a state may not be any more what it was.
    if (present !== null && target === present && !client.compat) return null;
    const entries = logOf(target);
    const error = match.load(target, entries);
    if (error) return error;
    present = target;
    logs.set(target, () => entries);
    return null;
  }
}
