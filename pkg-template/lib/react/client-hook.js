import * as React from 'react';
import { moveSeat, seatOf } from '../client/board.js';
import { Client } from '../client/client.js';
import { retain } from '../client/follow.js';
import { watchGames } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';

const { useEffect, useLayoutEffect, useState } = React;
/** A server has no use for layout effects, and React before 19 warns of them there. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;
/**
 * Its clean-up is called when the component is gone for good. React 16 and 17 have no such effect, and hide nothing: there it is that of
 * any effect. Read from a copy, so that no bundler warns that it is missing.
 */
const { useInsertionEffect = useLayout } = { ...React };

/**
 * A client of the component's own: it is made with it, runs while it is mounted, and is disposed of when it is gone for good.
 *
 * @param {any} options those of `useClient` in react.d.ts
 */
export function useClient(options) {
  const { matchID, playerID, credentials } = options;
  const [keeper] = useState(makeKeeper);
  const client = keeper.clientOf(options);

  // Of all effects, only those of insertion end when a component goes, and not when it is hidden or mounted twice.
  useInsertionEffect(() => keeper.hold(), [keeper]);
  useEffect(() => keeper.run(client), [keeper, client]);
  useLayout(() => {
    keeper.seat(client, seatOf({ matchID, playerID, credentials }));
  }, [keeper, client, matchID, playerID, credentials]);
  return client;
}

/** The clients of one component: another game is another client. */
function makeKeeper() {
  /** @type {WeakMap<object, ReturnType<typeof Client>>} */
  const clients = new WeakMap();
  const seats = new WeakMap();
  const watch = isDevelopment() ? watchGames() : undefined;
  /** @type {any} */
  let running = null;
  let holds = 0;
  return { clientOf, hold, run, seat };

  /** The same for the same game, however often the component renders. */
  function clientOf(options) {
    const { game, debug } = options;
    if (debug !== false) watch?.(game);
    let client = clients.get(game);
    if (!client) {
      client = Client(options);
      clients.set(game, client);
      seats.set(client, seatOf(options));
    }
    return client;
  }

  function run(client) {
    running = client;
    const letGo = hold();
    const release = retain(client);
    return () => {
      release();
      letGo();
    };
  }

  /** Keeps the client that runs from being disposed of, until what is returned is called. */
  function hold() {
    holds += 1;
    return () => {
      holds -= 1;
      // Not at once: hot reload lets go of everything, and takes it again.
      queueMicrotask(() => {
        if (holds === 0) running?.dispose();
      });
    };
  }

  function seat(client, now) {
    moveSeat(client, seats.get(client), now);
    seats.set(client, now);
  }
}
