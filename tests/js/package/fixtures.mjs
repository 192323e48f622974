import { mock } from 'node:test';

/**
 * A store with the four methods of `useGame`. Like a client in single-player mode, it calls a new subscriber at once. `unstable`: its state
 * is a new object at each call, like boardgame.io's.
 */
export function fakeClient(state = { count: 0, list: [1, 2] }, { unstable = false } = {}) {
  const subscribers = new Set();
  const client = {
    getState: mock.fn(() => (unstable ? { ...state } : state)),
    start: mock.fn(),
    stop: mock.fn(),
    subscribe: (fn) => {
      subscribers.add(fn);
      fn(client.getState());
      return () => subscribers.delete(fn);
    },
    set: (next) => {
      state = next;
      for (const fn of [...subscribers]) fn(client.getState());
    },
    get subscribed() {
      return subscribers.size;
    },
  };
  return Object.freeze(client);
}

export const calls = (fn) => fn.mock.callCount();
