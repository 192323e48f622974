import { rondelError } from '../util/error.js';
import { hasSameMembers, isPlain } from '../util/objects.js';
import { START_COUNT } from '../util/marks.js';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** A client, or a store of the same shape, with a state of any type. */
type Followed = Followable<Foreign> & { [START_COUNT]?: () => number };

/** Returns the error of a hook that has no client. */
export function noClient(hook: string) {
  return rondelError('client/context', `${hook}: no client: pass one as the first argument, or call it in a board that Client shows`);
}

/**
 * Follows a client for components. Works with any object that has `getState`, `subscribe`, `start` and `stop`.
 *
 * - `read()` returns the same state until the client notifies of a new one. Without a subscriber the client does not notify, so `read()`
 *   asks it each time.
 * - `readFirst()` returns the state that a server has rendered.
 * - `readConnection()` and `readFirstConnection()` do the same for the connection; `undefined` for a store without one.
 * - `subscribe(fn)` also starts the client, as long as there are subscribers.
 */
export function follow(client: Followed) {
  let state: Foreign;
  let isCurrent = false;
  let subscriptions = 0;
  return { read, readFirst, readConnection: () => client.connection, readFirstConnection, subscribe };

  function read() {
    if (!isCurrent) {
      const next = client.getState();
      // Some stores return a new object at each call.
      state = subscriptions > 0 ? next : reuseIfSame(state, next);
      isCurrent = subscriptions > 0;
    }
    return state;
  }

  function readFirst() {
    return beginnings.has(client) ? beginnings.get(client)!.state : read();
  }

  function readFirstConnection() {
    return beginnings.has(client) ? beginnings.get(client)!.connection : client.connection;
  }

  function subscribe(fn: () => void) {
    let notify = () => {}; // A client may call back during `subscribe`: that is no news.
    const release = retain(client);
    let unsubscribe: () => void;
    try {
      unsubscribe = client.subscribe(() => {
        isCurrent = false;
        notify();
      });
    } catch (error) {
      release();
      throw error;
    }
    subscriptions += 1;
    isCurrent = false; // Something may have changed since the first read.
    notify = fn;
    return () => {
      notify = () => {};
      subscriptions -= 1;
      isCurrent = false;
      unsubscribe();
      release();
    };
  }
}

/** Returns `previous` if both have the same members, otherwise `next`. A selector may therefore create a new array or object every time. */
export function reuseIfSame(previous: Foreign, next: Foreign): Foreign {
  return isSame(previous, next) ? previous : next;
}

/** Number of subscriptions that hold each running client, and whether the last one stops it. */
const holders = new WeakMap<Followed, { count: number, isStopped: () => boolean }>();

/** State and connection of each client before its first start. Parts of a page that are hydrated later find them in their HTML. */
const beginnings = new WeakMap<Followed, { state: Foreign, connection: Foreign }>();

/**
 * Starts a client, as long as it has a holder. Returns a function that releases it. A client that the page has started itself is not
 * stopped.
 */
export function retain(client: Followed) {
  const held = holders.get(client) ?? { count: 0, isStopped: startForHolders(client) };
  holders.set(client, held);
  held.count += 1;
  return () => {
    held.count -= 1;
    // Delayed: a component that is replaced, or mounted twice by StrictMode, must not drop the connection.
    queueMicrotask(() => {
      if (held.count > 0 || holders.get(client) !== held) return;
      holders.delete(client);
      if (held.isStopped()) client.stop();
    });
  };
}

/** Starts a client that does not run. Returns a function that tells whether the last holder has to stop it. */
function startForHolders(client: Followed) {
  noteBeginning(client);
  if (startsOf(client) > 0) return () => false;
  client.start();
  const starts = startsOf(client);
  return () => startsOf(client) === starts;
}

/** Returns the number of starts since the last stop; 0 for other stores. */
function startsOf(client: Followed) {
  return client[START_COUNT]?.() ?? 0;
}

function noteBeginning(client: Followed) {
  if (beginnings.has(client)) return;
  try {
    beginnings.set(client, { state: client.getState(), connection: client.connection });
  } catch {
    // A game's `playerView` may throw: the component that shows the state gets the error.
  }
}

function isSame(one: Foreign, other: Foreign) {
  if (Object.is(one, other)) return true;
  const isAlike = Array.isArray(one) ? Array.isArray(other) : isPlain(one) && isPlain(other);
  return isAlike && hasSameMembers(one, other);
}
