import { later, nextTask } from '../util/next-task.js';

/** Milliseconds in a row: a page that draws sixty frames a second has time for each of them. */
const SLICE = 4;
/** So many iterations at a time at most: between them it looks at the clock. */
const MOST_AT_ONCE = 512;
/** Restarts without an iteration in between after which a search is given up. */
const MOST_RESTARTS = 10;

/** The limits of a search, and its division into slices. */
interface Bounds {
  iterations: number;
  /** Milliseconds. */
  thinkingTime: number;
  /** `true` if other work has time between slices. */
  isSliced: boolean;
  /** Minimum time between slices, in milliseconds. Default: 0. */
  rest?: number;
  signal?: AbortSignal;
  /** Called after each slice with the share that is done, from 0 to 1. */
  note: (share: number) => void;
}

// The world's, also where a test has put another one in its place: by one that stands still, no slice would end.
const now = performance.now.bind(performance);

/**
 * Lets a search run until it has made its iterations, its time is over, or more would find nothing out. How it is cut into slices makes
 * no difference to what it finds. Rejects with the signal's reason when that is aborted. Time and signal count within a long playout, too:
 * the search pauses there, and resumes it in its next call.
 */
export async function think(
  search: { run: (iterations: number) => boolean, iterations: number, restarts: number },
  { iterations, thinkingTime, isSliced, rest = 0, signal, note }: Bounds,
) {
  const begun = now();
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
      isOver ||= search.restarts - restarts >= MOST_RESTARTS || search.iterations >= iterations || now() - begun >= thinkingTime;
    } while (!isOver && now() < end);
    note(isOver ? 1 : Math.min(1, Math.max(search.iterations / iterations, (now() - begun) / thinkingTime)));
    if (isOver) return;
    if (isSliced) await (rest > 0 ? later(rest) : nextTask());
    signal?.throwIfAborted();
  }
}

/** As many iterations as take a quarter of a slice. */
function nextPace(pace: number, took: number) {
  if (took * 8 < SLICE) return Math.min(pace * 2, MOST_AT_ONCE);
  return took * 4 > SLICE ? Math.max(1, pace >> 1) : pace;
}
