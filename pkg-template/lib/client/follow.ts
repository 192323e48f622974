import { hasSameMembers, isPlain } from '../util/objects.js';
import { STARTS } from '../util/marks.js';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** A client, or a store of the same shape, whose state nobody looks into here. */
type Followed = Followable<Foreign> & { [STARTS]?: () => number };

/**
 * A client as components use it. `read()` returns the same state until the client notifies of another one; while nobody is
 * subscribed the client notifies nobody, and is asked each time. `readFirst()` returns what a server has rendered. `readConnection()` and
 * `readFirstConnection()` do the same for how it is connected; of a store that has no connection, undefined.
 * `subscribe(fn)` also starts the client, for as long as anybody is subscribed.
 * It works with anything that has `getState`, `subscribe`, `start` and `stop`.
 */
export function follow(client: Followed) {
  let state: Foreign;
  let isCurrent = false;
  let subscriptions = 0;
  return { read, readFirst, readConnection: () => client.connection, readFirstConnection, subscribe };

  function read() {
    if (!isCurrent) {
      const next = client.getState();
      // There are stores whose state is a new object at each call.
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
    let notify = () => {}; // A client may call back while it is subscribed to; that is no news.
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
    isCurrent = false; // Something may have happened since the first read.
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

/** `next`, or `previous` if both have the same members: so a selector may build a new array or object every time. */
export function reuseIfSame(previous: Foreign, next: Foreign): Foreign {
  return isSame(previous, next) ? previous : next;
}

/** How many subscriptions hold each running client, and whether it is to be stopped when none does. */
const holders = new WeakMap<Followed, { count: number, isStopped: () => boolean }>();

/** The state and the connection of each client before it was first started: parts of a page that are hydrated later find it in their HTML. */
const beginnings = new WeakMap<Followed, { state: Foreign, connection: Foreign }>();

/** Starts a client, for as long as anybody holds it. Returns a function that releases it. A client that the page started itself, it also stops itself. */
export function retain(client: Followed) {
  const held = holders.get(client) ?? { count: 0, isStopped: startForHolders(client) };
  holders.set(client, held);
  held.count += 1;
  return () => {
    held.count -= 1;
    // Not at once: a component that is only replaced, or mounted twice by StrictMode, must not drop the connection.
    queueMicrotask(() => {
      if (held.count > 0 || holders.get(client) !== held) return;
      holders.delete(client);
      if (held.isStopped()) client.stop();
    });
  };
}

/** Starts a client that does not run. Returns whether the last holder to release it is to stop it. */
function startForHolders(client: Followed) {
  noteBeginning(client);
  if (startsOf(client) > 0) return () => false;
  client.start();
  const starts = startsOf(client);
  return () => startsOf(client) === starts;
}

/** How often a client has been started since it was stopped. Other stores do not count. */
function startsOf(client: Followed) {
  return client[STARTS]?.() ?? 0;
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
