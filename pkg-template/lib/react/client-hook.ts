import * as React from 'react';
import { moveSeat, seatOf } from '../client/board.js';
import { Client as makeClient } from '../client/client.js';
import { retain } from '../client/follow.js';
import { watchGames } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import type { Falsy, Multiplayer, Opts } from '../../types/client.js';
import type { UnnamedAPIs } from '../../types/game.js';
import type { Declared } from '../../types/inferred.js';
import type { Seat } from '../client/board.js';
import type { Client as RawClient } from '../client/client.js';
import type { Foreign } from '../util/foreign.js';

type Client = RawClient<Foreign, Foreign>;

const { useEffect, useLayoutEffect, useState } = React;
/** A server has no use for layout effects, and React before 19 warns of them there. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;
/**
 * Its clean-up is called when the component is gone for good. React 16 and 17 have no such effect, and hide nothing: there it is that of
 * any effect. Read from a copy, so that no bundler warns that it is missing.
 */
const { useInsertionEffect = useLayout } = { ...React };

/**
 * A client of the component's own. It is made with the component, runs while that is mounted, and is disposed of when it
 * is gone for good. `matchID`, `playerID` and `credentials` may change, and another `game` is another client, as after a
 * hot reload; all other options count when the client is made.
 *
 * @example
 * const client = useClient({ game, playerID, multiplayer });
 * const cells = useGame(client, (state) => state?.G.cells);
 */
export function useClient<G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
  options: Opts<G, P, T, M>,
): RawClient<Declared<G, P, T>, M>;
export function useClient(options: Foreign): Client {
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
  const clients = new WeakMap<object, Client>();
  const seats = new WeakMap<Client, Seat>();
  const watch = isDevelopment() ? watchGames() : undefined;
  let running: Client | null = null;
  let holds = 0;
  return { clientOf, hold, run, seat };

  /** The same for the same game, however often the component renders. */
  function clientOf(options: Foreign) {
    const { game, debug } = options;
    if (debug !== false) watch?.(game);
    let client = clients.get(game);
    if (!client) {
      client = makeClient(options);
      clients.set(game, client);
      seats.set(client, seatOf(options));
    }
    return client;
  }

  function run(client: Client) {
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

  function seat(client: Client, now: Seat) {
    moveSeat(client, seats.get(client)!, now);
    seats.set(client, now);
  }
}
