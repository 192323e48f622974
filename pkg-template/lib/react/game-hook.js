import { useEffect, useMemo, useRef } from 'react';
import { follow, reuseIfSame } from '../client/follow.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './listening.js';

/**
 * @template S, R, C
 * @overload
 * @param {import('../../types.d.ts').Followable<S, C>} client
 * @param {(state: S, connection: C) => R} selector
 * @returns {R}
 */
/**
 * @template S
 * @overload
 * @param {import('../../types.d.ts').Followable<S>} client
 * @returns {S}
 */
/**
 * The state of a client, or what `selector` picks from it and from how the client is connected; renders again only when that
 * changes, and without a selector when the connection does, too.
 * Starts the client while a component using it is mounted and stops it afterwards.
 * A selector may be written inline, may use props, and may return a new array or object each time.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * @param {any} client
 * @param {(state: any, connection: any) => any} [selector]
 */
export function useGame(client, selector) {
  const { read, readFirst, readConnection, readFirstConnection, listen } = useMemo(() => listening(follow(client)), [client]);
  const shown = useRef(undefined);
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
function selecting([read, readConnection], selector, shown) {
  let state;
  let connection;
  let selected;
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

function both(state, connection) {
  return [state, connection];
}
