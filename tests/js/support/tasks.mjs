// Waiting in tests.

// Kept for tests that replace the timers.
const { setImmediate, setTimeout } = globalThis;

/** Lets everything go on that waits for nothing but this turn of the event loop. */
export const nextTask = () => new Promise((resolve) => { setImmediate(resolve); });

/** Until nothing of all this has anything to do any more. */
export async function quiet() {
  for (let i = 0; i < 100; i += 1) await nextTask();
}

/**
 * Milliseconds after which what has not come about is taken to come about never: the test runner waits for ever. Far longer
 * than anything takes on a busy machine.
 */
export const NEVER = 300_000;

/** Waits until a condition holds; it may answer by a promise. */
export async function until(isTrue) {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > NEVER) throw new Error(`it never holds that ${isTrue}`);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}
