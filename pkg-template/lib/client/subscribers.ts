import { rondelError } from '../util/error.js';
import { reportUncaught } from '../util/print.js';
import { nested, obstacleAfter, obstacleTo } from './runaway.js';

/** A page's function that is called with each state. */
type Subscriber<State> = (state: State) => void;

/**
 * Creates the state subscribers of a client. Each is called in its own `try`. A subscriber that is added during a notification is called
 * from the next one on.
 *
 * @param isStarted returns `true` if a new subscriber is called at once
 * @param compat `true` for the behaviour of boardgame.io 0.50
 */
export function makeSubscribers<State>(getState: () => State, isStarted: () => boolean, compat: boolean) {
  const subscribers = new Map<number | symbol, Subscriber<State>>();
  // The current subscribers. The list is replaced, never changed, so that a notification may iterate over it.
  let list: [number | symbol, Subscriber<State>][] = [];

  function subscribe(subscriber: Subscriber<State>) {
    if (typeof subscriber !== 'function') throw rondelError('client/subscriber', 'subscribe: expected a function');
    // boardgame.io uses the number of subscribers as ID, so that a new one may replace another.
    const id = compat ? subscribers.size : Symbol('subscription');
    subscribers.set(id, subscriber);
    list = [...subscribers];
    // Subscribers that subscribe one another without end are called when all of them have returned.
    if (isStarted() && !obstacleTo('subscribe', notifyAll)) nested(1, () => notify(subscriber));
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

  /** Returns `false` if there was no state, because the game's `playerView` throws. */
  function notify(subscriber: Subscriber<State>) {
    let hasState = false;
    try {
      const state = getState();
      hasState = true;
      subscriber(state);
    } catch (error) {
      if (obstacleAfter(error, notifyAll)) return true;
      if (compat) throw error;
      // An exception in one subscriber must not keep the others from being called. It surfaces as an uncaught error.
      reportUncaught(error);
    }
    return hasState;
  }

  return { subscribe, notifyAll, clear };
}
