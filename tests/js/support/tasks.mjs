// Waiting in tests.

// The originals, for tests that replace the timers.
const { setImmediate, setTimeout } = globalThis;

/** Lets everything continue that only waits for this tick of the event loop. */
export const nextTask = () => new Promise((resolve) => { setImmediate(resolve); });

/** Waits until nothing of this has anything left to do. */
export async function quiet() {
  for (let i = 0; i < 100; i += 1) await nextTask();
}

/** Milliseconds after which a wait fails, because the test runner would wait forever. Far longer than anything takes on a busy machine. */
export const NEVER = 300_000;

/** Waits until a condition holds; it may return a promise. */
export async function until(isTrue) {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > NEVER) throw new Error(`it never holds that ${isTrue}`);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}
