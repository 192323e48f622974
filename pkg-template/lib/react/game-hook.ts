import { useEffect, useMemo, useRef } from 'react';
import { follow, reuseIfSame } from '../client/follow.js';
import { useSyncExternalStore } from './external-store.js';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Picks something from a state, and from how a client is connected. */
type Selector = (state: Foreign, connection: Foreign) => Foreign;

/**
 * The state of a client, or what `selector` picks from it and from `client.connection`; the component renders again only when that
 * changes, and without a selector when the connection does, too.
 * Starts the client while a component using it is mounted and stops it afterwards. A selector may be written
 * inline, may use props, and may return a new array or object each time.
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

/** Reads what a selector picks: the same until the state or the connection changes, and as long as it has the same members. */
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
 * Adapts a followed client to `useSyncExternalStore`. A subscription starts the client, which may show another state at once. React 16 and
 * 17 do not check for that.
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
