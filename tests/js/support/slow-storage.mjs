import { throughJSON } from './json.mjs';
import { nextTask } from './tasks.mjs';

const METHODS = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];
/** What several masters need. */
const COMPARING = ['createMatchIfAbsent', 'compareAndSetState', 'compareAndSetMetadata', 'compareAndWipe'];
/** What servers of several processes need, where the storage has it. */
const SHARED = ['fetchLogSince', 'fetchLogPart', 'listPage', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease'];

/**
 * A storage as behind a network: what goes in and what comes out is copied, and takes its time. `before(method, ...args)` is
 * called at each access, and may throw; `after(answer)` is called with what the storage answers.
 *
 * @param {object} storage where everything is stored, which answers at once
 * @param {{ compares?: boolean, delay?: () => number }} options whether several masters may share it; how many tasks each way
 *   takes
 */
export function slowStorage(storage, { compares = false, delay = unsteadily() } = {}) {
  const late = (method) => async (...args) => {
    const copies = args.map(copyOf);
    await pass(delay());
    slow.before(method, ...args);
    const answer = copyOf(storage[method](...copies));
    slow.after(answer);
    await pass(delay());
    return answer;
  };
  const methods = compares ? [...METHODS, ...COMPARING, ...SHARED.filter((method) => method in storage)] : METHODS;
  const slow = { type: () => 1, before() {}, after() {}, ...Object.fromEntries(methods.map((method) => [method, late(method)])) };
  return slow;
}

/** In changing order: what was asked later may be answered earlier. */
function unsteadily() {
  let ways = 0;
  return () => ((ways += 1) * 7) % 5;
}

const copyOf = (value) => (value === undefined ? undefined : throughJSON(value));

/** Lets so many tasks pass. */
export async function pass(tasks) {
  for (let i = 0; i < tasks; i += 1) await nextTask();
}
