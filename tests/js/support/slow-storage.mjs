import { throughJSON } from './json.mjs';
import { nextTask } from './tasks.mjs';

const METHODS = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];
/** Methods that several masters need. */
const COMPARING = ['createMatchIfAbsent', 'compareAndSetState', 'compareAndSetMetadata', 'compareAndWipe'];
/** Methods that servers of several processes need, if the storage has them. */
const SHARED = ['fetchLogSince', 'fetchLogPart', 'listPage', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease'];

/**
 * A storage like one over a network: arguments and results are copied and delayed. `before(method, ...args)` is called at each access, and
 * may throw; `after(answer)` is called with the storage's answer.
 *
 * @param {object} storage stores everything and answers at once
 * @param {{ compares?: boolean, delay?: () => number }} options whether several masters may share it; delay of each way, in tasks
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

/** In changing order: a later request may be answered earlier. */
function unsteadily() {
  let ways = 0;
  return () => ((ways += 1) * 7) % 5;
}

const copyOf = (value) => (value === undefined ? undefined : throughJSON(value));

/** Waits for a number of tasks. */
export async function pass(tasks) {
  for (let i = 0; i < tasks; i += 1) await nextTask();
}
