import { delay, nextTask } from '../util/next-task.js';

/** Length of a slice, in milliseconds. A page that draws sixty frames a second has time for each frame. */
const SLICE = 4;
/** Maximum number of iterations between two readings of the clock. */
const MAX_ITERATIONS = 512;
/** Number of restarts in a row without an iteration after which a search gives up. */
const MAX_RESTARTS = 10;

/** Limits of a search, and its division into slices. */
interface Bounds {
  iterations: number;
  /** Maximum time, in milliseconds. */
  thinkingTime: number;
  /** `true` if other work gets time between slices. */
  isSliced: boolean;
  /** Minimum time between slices, in milliseconds. Default: 0. */
  rest?: number;
  signal?: AbortSignal;
  /** Called after each slice with the completed share, from 0 to 1. */
  onSlice: (share: number) => void;
}

// The real clock, also in tests with a fake one: with a stopped clock, no slice would end.
const now = performance.now.bind(performance);

/**
 * Runs a search until it has made its iterations, its time is over, or the tree is complete. The slices do not change its result. Rejects
 * with the signal's reason.
 *
 * Time and signal also count within a long playout: the search pauses there, and its next call resumes it.
 */
export async function runSearch(
  search: { run: (iterations: number) => boolean, iterations: number, restarts: number },
  { iterations, thinkingTime, isSliced, rest = 0, signal, onSlice }: Bounds,
) {
  const start = now();
  let pace = 1;
  let { restarts } = search;
  for (;;) {
    const end = now() + SLICE;
    let isOver = false;
    do {
      const before = search.iterations;
      const started = now();
      isOver = search.run(Math.min(pace, iterations - before));
      if (search.iterations > before) restarts = search.restarts;
      pace = nextPace(pace, now() - started);
      isOver ||= search.restarts - restarts >= MAX_RESTARTS || search.iterations >= iterations || now() - start >= thinkingTime;
    } while (!isOver && now() < end);
    onSlice(isOver ? 1 : Math.min(1, Math.max(search.iterations / iterations, (now() - start) / thinkingTime)));
    if (isOver) return;
    if (isSliced) await (rest > 0 ? delay(rest) : nextTask());
    signal?.throwIfAborted();
  }
}

/** Returns the number of iterations that take a quarter of a slice. */
function nextPace(pace: number, duration: number) {
  if (duration * 8 < SLICE) return Math.min(pace * 2, MAX_ITERATIONS);
  return duration * 4 > SLICE ? Math.max(1, pace >> 1) : pace;
}
