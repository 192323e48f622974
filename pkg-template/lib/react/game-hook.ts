import { useEffect, useMemo, useRef } from 'react';
import { follow, reuseIfSame } from '../client/follow.js';
import { useSyncExternalStore } from './external-store.js';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Selects a value from a state and a connection. */
type Selector = (state: Foreign, connection: Foreign) => Foreign;

/**
 * Returns the state of a client, or what `selector` selects from it and from `client.connection`. The component renders again only when
 * that changes; without a selector, also when the connection changes.
 *
 * Starts the client while a component that uses it is mounted, and stops it afterwards. A selector may be inline, may use props, and may
 * return a new array or object each time.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * const status = useGame(client, (_, connection) => connection.status);
 */
export function useGame<S>(client: Followable<S>): S;
export function useGame<S, R, C = undefined>(client: Followable<S, C>, selector: (state: S, connection: C) => R): R;
export function useGame(client: Foreign, selector?: Selector): Foreign {
  const { read, readFirst, readConnection, readFirstConnection, listen } = useMemo(() => listening(follow(client)), [client]);
  const shown = useRef<Foreign>(undefined);
  // A component without a selector may read `client.connection` itself.
  const pick = selector ?? both;
  const select = useMemo(() => selecting([read, readConnection], pick, shown), [read, readConnection, pick]);
  const selectFirst = useMemo(() => selecting([readFirst, readFirstConnection], pick, shown), [readFirst, readFirstConnection, pick]);
  const value = useSyncExternalStore(listen, select, selectFirst);
  useEffect(() => {
    shown.current = value;
  }, [value]);
  return selector ? value : value[0];
}

/**
 * Returns a function that reads the selected value: the same until the state or the connection changes, and as long as it has the same
 * members.
 */
function selecting([read, readConnection]: [() => Foreign, () => Foreign], selector: Selector, shown: { current: Foreign }) {
  let state: Foreign;
  let connection: Foreign;
  let selected: Foreign;
  let isFirst = true;
  return () => {
    const [next, nextConnection] = [read(), readConnection()];
    if (isFirst || next !== state || nextConnection !== connection) {
      selected = reuseIfSame(isFirst ? shown.current : selected, selector(next, nextConnection));
      [state, connection] = [next, nextConnection];
      isFirst = false;
    }
    return selected;
  };
}

function both(state: Foreign, connection: Foreign) {
  return [state, connection];
}

/**
 * Adapts a followed client to `useSyncExternalStore`. Notifies at once, because a subscription starts the client, which may show another
 * state. React 16 and 17 do not check for that.
 */
export function listening<Followed extends { subscribe: (fn: () => void) => () => void }>({ subscribe, ...readers }: Followed) {
  return {
    ...readers,
    listen(fn: () => void) {
      const end = subscribe(fn);
      fn();
      return end;
    },
  };
}
