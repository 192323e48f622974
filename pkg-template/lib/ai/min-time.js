/** Milliseconds between a state and a bot's action where people watch: a bot that moves at once is not seen to move. */
export const MIN_TIME = 1000;
/** Milliseconds. */
export const MOST_MIN_TIME = 60_000;

/** Returns `true` if it is a number of milliseconds that a bot may wait. */
export function isMinTime(value) {
  return typeof value === 'number' && value >= 0 && value <= MOST_MIN_TIME;
}

/** Default of a page's bots, in milliseconds. In Node, where tests and scripts play, there is none. */
export const minTimeOfPages = () => (/** @type {any} */ (globalThis).process?.versions?.node ? 0 : MIN_TIME);
