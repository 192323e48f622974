/** Values of `useEffectQueue` of 'rondel/effects/react'. */
export interface EffectQueueControls {
  /** Drops the effects that have not begun, and shows the newest state. */
  clear: () => void;
  /** Begins all effects at once, and shows the newest state. */
  flush: () => void;
  /** Shows the newest state. The effects go on. */
  update: () => void;
  /** Number of effects that have not begun, with `'effects:start'` and `'effects:end'`. */
  size: number;
}
