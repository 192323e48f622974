import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { follow, reuseIfSame } from '../client/follow.js';

/**
 * The state of a client, or what `selector` picks from it; renders again only when that changes.
 * Starts the client while a component using it is mounted and stops it afterwards.
 * A selector may be written inline, may use props, and may return a new array or object each time.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * @type {typeof import('../../react.d.ts').useGame}
 */
export function useGame(client, selector) {
  const { read, readFirst, subscribe } = useMemo(() => follow(client), [client]);
  const shown = useRef(undefined);
  const select = useMemo(() => selecting(read, selector, shown), [read, selector]);
  const selectFirst = useMemo(() => selecting(readFirst, selector, shown), [readFirst, selector]);
  const value = useSyncExternalStore(subscribe, select, selectFirst);
  useEffect(() => {
    shown.current = value;
  }, [value]);
  return value;
}

/** Reads what a selector picks: the same until the state changes, and as long as it has the same members. */
function selecting(read, selector, shown) {
  if (!selector) return read;
  let state;
  let selected;
  let fresh = true;
  return () => {
    const next = read();
    if (fresh || next !== state) {
      selected = reuseIfSame(fresh ? shown.current : selected, selector(next));
      state = next;
      fresh = false;
    }
    return selected;
  };
}
