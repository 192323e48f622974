/**
 * What follows a client, for `useSyncExternalStore`: a client that has been subscribed to has begun to run, and may show another state at
 * once. React 16 and 17 do not check for that.
 *
 * @template {{ subscribe: (fn: () => void) => () => void }} Followed
 * @param {Followed} followed
 */
export function listening({ subscribe, ...readers }) {
  return {
    ...readers,
    listen(fn) {
      const end = subscribe(fn);
      fn();
      return end;
    },
  };
}
