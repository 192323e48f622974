// Waiting in tests.

// Kept for tests that replace the timers.
const { setImmediate, setTimeout } = globalThis;

/** Lets everything go on that waits for nothing but this turn of the event loop. */
export const nextTask = () => new Promise((resolve) => { setImmediate(resolve); });

/** Waits until a condition holds; the test runner's own time limit ends it if it never does. */
export async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}
