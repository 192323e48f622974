import { rondelError } from '../util/error.js';
import { reportUncaught } from '../util/print.js';
import { nested, obstacleAfter, obstacleTo } from './runaway.js';

/** A function of the page's that is called with each state. */
type Subscriber<State> = (state: State) => void;

/**
 * State subscribers. Each is called in its own `try`; one that is added during a notification is called from the next on.
 *
 * @param isStarted whether a new subscriber is called at once
 * @param compat whether boardgame.io 0.50's ways are kept
 */
export function makeSubscribers<State>(getState: () => State, isStarted: () => boolean, compat: boolean) {
  const subscribers = new Map<number | symbol, Subscriber<State>>();
  // The subscribers as they are now. The list is replaced, never changed, so that a notification may walk it.
  let list: [number | symbol, Subscriber<State>][] = [];

  function subscribe(subscriber: Subscriber<State>) {
    if (typeof subscriber !== 'function') throw rondelError('client/subscriber', 'subscribe: expected a function');
    // boardgame.io numbers subscribers by how many there are, so that one may take another's place.
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

  /** Returns whether there was a state: there is none if the game's `playerView` throws. */
  function notify(subscriber: Subscriber<State>) {
    let hasState = false;
    try {
      const state = getState();
      hasState = true;
      subscriber(state);
    } catch (error) {
      if (obstacleAfter(error, notifyAll)) return true;
      if (compat) throw error;
      // One subscriber's mistake must not keep the others from being called; it surfaces as an uncaught error.
      reportUncaught(error);
    }
    return hasState;
  }

  return { subscribe, notifyAll, clear };
}
