// A reporter for Node's test runner: the files that took longest, at the end of a run of many files.
// Files run beside one another, so their times add up to more than the run takes.

const SHOWN = 20;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* slowest(events) {
  /** @type {Map<string, number>} milliseconds by file */
  const times = new Map();
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0 || !data.file) continue;
    times.set(data.file, (times.get(data.file) ?? 0) + data.details.duration_ms);
  }
  if (times.size <= SHOWN) return;
  yield 'The slowest files:\n';
  for (const [file, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, SHOWN)) {
    yield `${String(Math.round(time / 1000)).padStart(6)} s  ${file.replace(`${process.cwd()}/`, '')}\n`;
  }
}
