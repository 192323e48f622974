import * as React from 'react';
import { moveSeat, seatOf } from '../client/board.js';
import { Client as makeClient } from '../client/client.js';
import { retain } from '../client/follow.js';
import { watchGames } from '../client/recreated-client.js';
import { isDevelopment } from '../util/environment.js';
import { isQuiet } from '../util/print.js';
import { useLayout } from './layout-effect.js';
import type { Falsy, Multiplayer, Opts } from '../../types/client.js';
import type { UnnamedAPIs } from '../../types/game.js';
import type { Declared } from '../../types/inferred.js';
import type { Seat } from '../client/board.js';
import type { Client as RawClient } from '../client/client.js';
import type { Foreign } from '../util/foreign.js';

type Client = RawClient<Foreign, Foreign>;

const { useEffect, useState } = React;
/**
 * The clean-up of this effect runs only when the component is removed. React 16 and 17 lack it, but hide no components: there any effect
 * will do. Read from a copy, so that no bundler warns about a missing export.
 */
const { useInsertionEffect = useLayout } = { ...React };

/**
 * Returns a client that belongs to the component. It runs while the component is mounted, and is disposed of when the component is removed.
 * `matchID`, `playerID` and `credentials` may change. Another `game`, as after a hot reload, creates another client. All other options
 * apply when the client is created.
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

  // Only insertion effects end when a component is removed, and not when it is hidden or mounted twice.
  useInsertionEffect(() => keeper.hold(), [keeper]);
  useEffect(() => keeper.run(client), [keeper, client]);
  useLayout(() => {
    keeper.seat(client, seatOf({ matchID, playerID, credentials }));
  }, [keeper, client, matchID, playerID, credentials]);
  return client;
}

/** Creates the clients of one component, one per game. */
function makeKeeper() {
  const clients = new WeakMap<object, Client>();
  const seats = new WeakMap<Client, Seat>();
  const watch = isDevelopment() ? watchGames() : undefined;
  let running: Client | null = null;
  let holds = 0;
  return { clientOf, hold, run, seat };

  /** Returns the same client for the same game at each render. */
  function clientOf(options: Foreign) {
    const { game } = options;
    if (!isQuiet(options)) watch?.(game);
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

  /** Protects the running client from disposal, until the returned function is called. */
  function hold() {
    holds += 1;
    return () => {
      holds -= 1;
      // Delayed: hot reload releases everything and takes it again.
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
