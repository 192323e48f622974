import { busyError } from '../engine/busy.js';
import { checkStackForSteps } from '../engine/stack-probe.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { reportUncaught } from '../util/print.js';
import { invalid } from './handle.js';
import type { Handle, Store } from '../../types/client.js';
import type { Names } from '../game/definition.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { Call, ClientMatch } from './client-match.js';

/** Properties of a client with functions for each type of boardgame.io action. */
const GROUPS: Readonly<Record<string, keyof Names>> = { MAKE_MOVE: 'moves', GAME_EVENT: 'events', PLUGIN: 'plugins' };
const STEPS = ['UNDO', 'REDO'];
/** Actions that boardgame.io's clients create from a master's messages. They replace the client's state. */
const REPLACING = ['RESET', 'SYNC', 'UPDATE', 'PATCH'];

/** Refusal of an action that never reached the game. */
const NOT_DISPATCHED = invalid('the store enhancer did not dispatch it');

/** A boardgame.io action. Its fields are checked where they are used. */
export interface Action {
  type: string;
  payload?: Foreign;
  state?: Foreign;
  initialState?: Foreign;
  log?: Foreign;
  deltalog?: Foreign;
  prevStateID?: Foreign;
  stateID?: Foreign;
  patch?: Foreign;
  clientOnly?: boolean;
}

/** Author of an action. */
export interface Author {
  playerID: Foreign;
  credentials: Foreign;
}

/** A match's half of its store. A store has no second engine: its `canMove`, views and previews would have to agree with the first. */
export interface StoredMatch {
  /** `true` if the state comes from a master and is dispatched to the store. */
  readonly isRemote: boolean;
  /** Returns the match's state in boardgame.io's shape; `null` if there is none yet. */
  state(): Foreign;
  /** Executes a boardgame.io action, and notifies the subscribers. */
  perform(what: string, action: Action): Handle;
  /** Returns the state after an action. */
  reduce(state: Foreign, action: Action): Foreign;
  /**
   * Lets an enhanced store reduce an action by `send`, which returns the store's state, and moves to that state. Returns `null` if the
   * action was not a player's.
   */
  follow(send: () => Foreign, what: string, action: Action): Handle | null;
  /** Shows a state that the store has set by itself. */
  show(state: Foreign): void;
  /** Returns the author of the client's actions. */
  author(): Author;
}

/** Creates `client.store` over a match, by boardgame.io's contract: a Redux store. */
export function plainStore(client: ClientMatch, match: StoredMatch, subscribe: (fn: () => void) => () => void): Store {
  return observed({
    getState: () => match.state(),
    dispatch(action: Foreign) {
      checkAction(action);
      if (!isKnown(action)) return action;
      const what = nameOf(action);
      return dispatched(action, inspected(client, action, () => client.refused(what) ?? match.perform(what, action)));
    },
    subscribe(listener: () => void) {
      let isBegun = false;
      const end = subscribe(() => { if (isBegun) listener(); });
      isBegun = true;
      return end;
    },
  } as Store);
}

/** Creates the store of a client with an `enhancer`. All its actions pass through it, and every state of the store is shown. */
export function enhancedStore(client: ClientMatch, match: StoredMatch, enhancer: ForeignFunction) {
  if (typeof enhancer !== 'function') throw rondelError('client/enhancer', 'enhancer: expected a function, as applyMiddleware() returns it');
  const store: Store = enhancer(createStore)((state: Foreign, action: Action) => match.reduce(state, action), match.state());
  // Depth of this client's own dispatches, which notify the subscribers themselves.
  let own = 0;
  const initialState = match.state();
  let sent = initialState;
  store.subscribe(() => {
    if (own > 0) return;
    match.show(store.getState());
    client.announce();
  });

  // An enhancer may begin with its own state.
  if (store.getState() !== initialState) {
    match.show(store.getState());
    client.invalidate();
  }

  const enhanced: Store = observed({
    ...store,
    dispatch(action: Foreign) {
      const isOurs = isKnown(action);
      if (isOurs) checkAction(action);
      const what = isOurs ? nameOf(action) : 'store.dispatch';
      let result = action;
      const make = () => {
        const refusal = client.refused(what);
        if (refusal) return refusal;
        const sent = send(what, action);
        result = sent.result;
        return sent.handle;
      };
      const handle = isOurs ? inspected(client, action, make) : make();
      return dispatched(result, handle);
    },
  });
  return { store: enhanced, act, sendState, replacement };

  /** Makes an action by a method of the client. */
  function act(call: Call, args: readonly unknown[]): Handle {
    const state = call.type === 'RESET' ? initialState : args[0];
    const { playerID, credentials } = match.author();
    const action = REPLACING.includes(call.type)
      ? { type: call.type, state, clientOnly: true }
      : { type: call.type, payload: { type: call.name ?? null, args: call.name === undefined ? null : args, playerID, credentials } };
    return send(call.what, action).handle ?? client.refuse(call.what, NOT_DISPATCHED);
  }

  function send(what: string, action: Action) {
    let result = action;
    // The store and the match must reach the same state, whatever is thrown.
    checkStackForSteps();
    try {
      const handle = match.follow(() => {
        result = dispatch(action);
        return store.getState();
      }, what, action);
      return { handle, result };
    } catch (thrown) {
      match.show(store.getState());
      client.announce();
      throw thrown;
    }
  }

  function dispatch(action: Action) {
    own += 1;
    try {
      return store.dispatch(action);
    } finally {
      own -= 1;
    }
  }

  /** Dispatches the master's state to the store. */
  function sendState() {
    const state = match.isRemote ? match.state() : sent;
    if (state === sent) return;
    const type = sent === null ? 'SYNC' : 'UPDATE';
    sent = state;
    try {
      dispatch({ type, state, deltalog: state?.deltalog, clientOnly: true });
    } catch (error) {
      reportUncaught(error);
    }
  }

  /** Returns the store's state if it differs from the master's: a debugger may have moved to another one. */
  function replacement() {
    const state = match.isRemote ? store.getState() : sent;
    return state === sent ? null : state;
  }
}

/** Makes a dispatched action, with its event for an inspector. */
function inspected<Result extends Handle | null>(client: ClientMatch, { type, payload }: Action, make: () => Result): Result {
  const { type: name, playerID, args }: Foreign = payload ?? {};
  return client.inspected({ type, name: name ?? undefined }, argsOf({ args }), playerID, make);
}

/** Returns the client method for an action. Its `id` is -1 if the game does not know it. */
export function callOf({ type, payload }: Action, names: Names): Call {
  const group = GROUPS[type];
  if (!group) return { what: type.toLowerCase(), type };
  return { what: nameOf({ type, payload }), type, name: payload.type, id: names[group].indexOf(payload.type) };
}

/** Returns `true` for an action that replaces the match's state. */
export function isReplacing({ type }: Action) {
  return REPLACING.includes(type);
}

/** Returns `true` for an action of a player. */
export function isPlayerAction({ type }: Action) {
  return Object.hasOwn(GROUPS, type) || STEPS.includes(type);
}

/** Returns arguments as a list, as in boardgame.io's actions. Some actions have a single value. */
export function argsOf({ args }: { args?: Foreign }): Foreign[] {
  if (args === undefined || args === null) return [];
  return Array.isArray(args) ? args : [args];
}

/** Returns `true` for a boardgame.io action. */
export function isKnown(action: unknown): action is Action {
  return hasMembers(action) && (isPlayerAction(action) || isReplacing(action));
}

function nameOf({ type, payload }: Action): string {
  return Object.hasOwn(GROUPS, type) ? `${GROUPS[type]}.${payload.type}` : type.toLowerCase();
}

/** Returns the result of `dispatch`. As in boardgame.io, a refused action carries the reason. */
function dispatched(action: Foreign, handle: Handle | null): Foreign {
  if (!handle?.error) return action;
  const { type, payload, message } = handle.error;
  return { ...action, transients: { error: { type, payload: payload ?? message } } };
}

function checkAction(action: Foreign) {
  if (!hasMembers(action) || action.type === undefined) {
    throw rondelError('client/action', 'dispatch: expected an action, an object with a `type`');
  }
  if (isPlayerAction(action)) checkPayload(action);
}

function checkPayload({ type, payload }: Action) {
  if (hasMembers(payload) && (!Object.hasOwn(GROUPS, type) || typeof payload.type === 'string')) return;
  const expected = Object.hasOwn(GROUPS, type) ? 'a `payload` with a `type`, the name of what is done' : 'a `payload`';
  throw rondelError('client/action', `dispatch: ${type}: expected ${expected}`);
}

/**
 * Adds the observable interface of Redux stores (`Symbol.observable`), which RxJS and others use. Without that symbol these libraries use
 * the text. An enhancer may have added its own.
 */
function observed<T extends { getState: () => Foreign, subscribe: (listener: () => void) => () => void }>(store: T): T {
  const observe = () => observable;
  const observable = { subscribe };
  const names = ['@@observable', Symbol.observable ?? '@@observable'];
  for (const target of [observable, store] as Foreign[]) for (const name of names) target[name] ??= observe;
  return store;

  function subscribe(observer: Foreign) {
    if (!hasMembers(observer)) throw rondelError('client/subscriber', 'store: expected an observer, an object with a method `next`');
    const notify = () => observer.next?.(store.getState());
    notify();
    return { unsubscribe: store.subscribe(notify) };
  }
}

/** Redux's `createStore`, for an enhancer. */
function createStore(reducer: ForeignFunction, preloadedState: Foreign, enhancer?: Foreign): Foreign {
  const isLeftOut = typeof preloadedState === 'function' && enhancer === undefined;
  const enhance = isLeftOut ? preloadedState : enhancer;
  if (typeof enhance === 'function') return enhance(createStore)(reducer, isLeftOut ? undefined : preloadedState);
  let state = preloadedState;
  let isReducing = false;
  const listeners = new Set<{ listener: () => void }>();
  const store = observed({ getState: () => state, dispatch, subscribe });
  dispatch({ type: '@@redux/INIT' });
  return store;

  function dispatch(action: Action) {
    checkAction(action);
    if (isReducing) throw busyError('store.dispatch');
    isReducing = true;
    try {
      state = reducer(state, action);
    } finally {
      isReducing = false;
    }
    for (const { listener } of [...listeners]) {
      try {
        listener();
      } catch (error) {
        reportUncaught(error);
      }
    }
    return action;
  }

  function subscribe(listener: () => void) {
    const subscription = { listener };
    listeners.add(subscription);
    return () => { listeners.delete(subscription); };
  }
}
