import { noop } from './noop.js';

/**
 * Values by name, of which those are kept that were used last.
 *
 * @param {number} most
 * @param {(name: any, value: any) => void} [dropped] is called with what is kept no longer
 */
export function recent(most, dropped = noop) {
  const kept = new Map();
  return {
    get: (name) => kept.get(name),
    keep(name, value) {
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
    take(name) {
      const value = kept.get(name);
      kept.delete(name);
      return value;
    },
  };
}
