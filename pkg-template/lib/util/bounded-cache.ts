import { noop } from './noop.js';

/**
 * Creates a least-recently-stored cache by name.
 *
 * @param most maximum number of entries
 * @param dropped called with an entry that no longer fits
 */
export function boundedCache<Name, Value>(most: number, dropped: (name: Name, value: Value) => void = noop) {
  const kept = new Map<Name, Value>();
  return {
    get size() {
      return kept.size;
    },
    get: (name: Name) => kept.get(name),
    keep(name: Name, value: Value) {
      kept.delete(name);
      kept.set(name, value);
      if (kept.size > most) {
        const [[oldest, its]] = kept;
        kept.delete(oldest);
        dropped(oldest, its);
      }
      return value;
    },
    /** Removes and returns a value. */
    take(name: Name) {
      const value = kept.get(name);
      kept.delete(name);
      return value;
    },
  };
}
