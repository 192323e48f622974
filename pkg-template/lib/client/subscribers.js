import { rondelError } from '../util/error.js';
import { report } from '../util/report.js';
import { nested, obstacleAfter, obstacleTo } from './runaway.js';

/**
 * State subscribers. Each is called in its own `try`; who comes meanwhile waits for the next notification.
 *
 * @param {() => unknown} getState
 * @param {boolean} compat whether boardgame.io 0.50's ways are kept
 */
export function makeSubscribers(getState, compat) {
  const subscribers = new Map();
  // As they are now; nobody changes this list.
  let list = [];

  function subscribe(subscriber) {
    if (typeof subscriber !== 'function') throw rondelError('client/subscriber', 'subscribe: expected a function');
    // boardgame.io counts the subscribers for a number, so that one may take another's place.
    const id = compat ? subscribers.size : Symbol('subscription');
    subscribers.set(id, subscriber);
    list = [...subscribers];
    // Those who subscribe one another without end are told when all of them have returned.
    if (!obstacleTo('subscribe', notifyAll)) nested(1, () => notify(subscriber));
    return () => {
      subscribers.delete(id);
      list = [...subscribers];
    };
  }

  function notifyAll() {
    if (list.length > 0) nested(1, notifyEach);
  }

  function notifyEach() {
    for (const [id, subscriber] of list) {
      if (subscribers.get(id) === subscriber && !notify(subscriber)) return;
    }
  }

  function clear() {
    subscribers.clear();
    list = [];
  }

  /** False if there is nothing to tell: the game's `playerView` has thrown. */
  function notify(subscriber) {
    let hasState = false;
    try {
      const state = getState();
      hasState = true;
      subscriber(state);
    } catch (error) {
      if (obstacleAfter(error, notifyAll)) return true;
      if (compat) throw error;
      // One subscriber's mistake is not the others' problem; it surfaces as an uncaught error.
      report(error);
    }
    return hasState;
  }

  return { subscribe, notifyAll, clear };
}
