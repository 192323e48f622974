import { report } from './report.js';

/**
 * Those who want to know of a client's states. Each is called in its own `try`; who comes meanwhile waits for the next.
 *
 * @param {() => unknown} getState
 * @param {boolean} compat whether boardgame.io 0.50's ways are kept
 */
export function makeSubscribers(getState, compat) {
  const subscribers = new Map();
  // As they are now; nobody changes this list.
  let list = [];

  function subscribe(subscriber) {
    // boardgame.io counts the subscribers for a number, so that one may take another's place.
    const id = compat ? subscribers.size : Symbol('subscription');
    subscribers.set(id, subscriber);
    list = [...subscribers];
    notify(subscriber);
    return () => {
      subscribers.delete(id);
      list = [...subscribers];
    };
  }

  function notifyAll() {
    for (const [id, subscriber] of list) {
      if (subscribers.get(id) === subscriber) notify(subscriber);
    }
  }

  function clear() {
    subscribers.clear();
    list = [];
  }

  function notify(subscriber) {
    if (compat) return subscriber(getState());
    try {
      subscriber(getState());
    } catch (error) {
      // One subscriber's mistake is not the others' problem; it surfaces as an uncaught error.
      report(error);
    }
  }

  return { subscribe, notifyAll, clear };
}
