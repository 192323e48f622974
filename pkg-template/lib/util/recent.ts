import { noop } from './noop.js';

/**
 * Values by name, of which those are kept that were used last.
 *
 * @param dropped is called with what is kept no longer
 */
export function recent<Name, Value>(most: number, dropped: (name: Name, value: Value) => void = noop) {
  const kept = new Map<Name, Value>();
  return {
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
    /** The value, which is kept no longer. */
    take(name: Name) {
      const value = kept.get(name);
      kept.delete(name);
      return value;
    },
  };
}
