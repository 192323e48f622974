// Waiting in tests.

// Kept for tests that replace the timers.
const { setImmediate, setTimeout } = globalThis;

/** Lets everything go on that waits for nothing but this turn of the event loop. */
export const nextTask = () => new Promise((resolve) => { setImmediate(resolve); });

/** Milliseconds after which a condition that does not hold is taken to hold never: the test runner waits for ever. */
const NEVER = 60_000;

/** Waits until a condition holds; it may answer by a promise. */
export async function until(isTrue) {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > NEVER) throw new Error(`it never holds that ${isTrue}`);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}
