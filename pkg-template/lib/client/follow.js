import { hasSameMembers } from '../util/equal.js';
import { isPlain } from '../util/objects.js';

/**
 * A client as components use it. `read()` answers the same state until the client tells of another one;
 * `subscribe(fn)` also starts the client, for as long as anybody is subscribed.
 * It works with anything that has `getState`, `subscribe`, `start` and `stop`.
 */
export function follow(client) {
  let state;
  let stale = true;

  const read = () => {
    if (stale) {
      state = client.getState();
      stale = false;
    }
    return state;
  };

  const subscribe = (fn) => {
    let told = () => {}; // A client may call back while it is subscribed to; that is no news.
    const release = retain(client);
    let unsubscribe;
    try {
      unsubscribe = client.subscribe(() => {
        stale = true;
        told();
      });
    } catch (error) {
      release();
      throw error;
    }
    stale = true; // Something may have happened since the first read.
    told = fn;
    return () => {
      told = () => {};
      unsubscribe();
      release();
    };
  };

  return { read, subscribe };
}

/** `next`, or `previous` if both have the same members: so a selector may build a new array or object every time. */
export function reuseIfSame(previous, next) {
  return isSame(previous, next) ? previous : next;
}

/** How many subscriptions hold each running client. */
const holders = new WeakMap();

/** Starts a client, for as long as anybody holds it. Returns what lets it go. */
export function retain(client) {
  if (!holders.has(client)) client.start();
  holders.set(client, (holders.get(client) ?? 0) + 1);
  return () => {
    holders.set(client, holders.get(client) - 1);
    // Not at once: a component that is only replaced, or mounted twice by StrictMode, must not drop the connection.
    queueMicrotask(() => {
      if (holders.get(client) === 0) {
        holders.delete(client);
        client.stop();
      }
    });
  };
}

function isSame(one, other) {
  if (Object.is(one, other)) return true;
  const isAlike = Array.isArray(one) ? Array.isArray(other) : isPlain(one) && isPlain(other);
  return isAlike && hasSameMembers(one, other);
}
