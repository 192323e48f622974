/**
 * Those who want to know of a client's states. They are called over a copy of the list, each in its own `try`.
 *
 * @param {() => unknown} getState
 * @param {boolean} compat whether boardgame.io 0.50's ways are kept
 */
export function makeSubscribers(getState, compat) {
  const subscribers = new Map();

  function subscribe(subscriber) {
    // boardgame.io counts the subscribers for a number, so that one may take another's place.
    const id = compat ? subscribers.size : Symbol('subscription');
    subscribers.set(id, subscriber);
    notify(subscriber);
    return () => {
      subscribers.delete(id);
    };
  }

  function notifyAll() {
    if (subscribers.size === 0) return;
    for (const [id, subscriber] of [...subscribers]) {
      if (subscribers.get(id) === subscriber) notify(subscriber);
    }
  }

  function notify(subscriber) {
    if (compat) return subscriber(getState());
    try {
      subscriber(getState());
    } catch (error) {
      // One subscriber's mistake is not the others' problem; it surfaces as an uncaught error.
      reportError(error);
    }
  }

  return { subscribe, notifyAll, clear: () => subscribers.clear() };
}

function reportError(error) {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
