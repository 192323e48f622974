/** A failure by a full memory counts as so many others: until the garbage collector frees the instance, its memory is lost. */
const FULL_MEMORY = 3;

/** The failures of engine instances during the present work. */
let count = 0;

/** An instance has failed: another one takes its place, and all that it held is loaded again. */
export function noteFailure(cause: unknown) {
  count += isFullMemory(cause) ? FULL_MEMORY : 1;
}

/** Removes the last failure, a full memory, from the count: other matches had taken the memory. */
export function forgiveFullMemory() {
  count -= FULL_MEMORY;
}

/** Returns `true` if an instance may have failed because its memory was full: Rust aborts then. A full stack has another error. */
export function isFullMemory(cause: unknown) {
  try {
    return cause instanceof WebAssembly.RuntimeError && /unreachable/i.test(cause.message);
  } catch {
    // A game's own object, made to look like an error of the engine.
    return false;
  }
}

/** Does work, and calls `charge` with the failures meanwhile, if any. Failures in nested work may be counted for somebody else. */
export function countingFailures<Result>(charge: (failures: number) => void, work: () => Result): Result {
  const outer = count;
  count = 0;
  try {
    return work();
  } finally {
    const failures = count;
    count = outer;
    if (failures > 0) charge(failures);
  }
}
