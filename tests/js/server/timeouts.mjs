// Timeouts that run only when a test advances them. The mocks of Node's test runner would not do: timers that a test before has left, and
// timers of Node, are cleared meanwhile.
import { until } from '../support/tasks.mjs';
import { serveWatched } from './serve.mjs';

/** Milliseconds of timers that never run by themselves. */
const NEVER = 2 ** 31 - 1;

/** Replaces `setTimeout` until the test ends. `tick(milliseconds)` runs the timers of that time, in order. */
export function mockTimeouts(t) {
  const { setTimeout } = globalThis;
  const pending = new Map();
  let now = 0;
  const mocked = t.mock.method(globalThis, 'setTimeout', (run, milliseconds = 0, ...args) => {
    // `clearTimeout` is Node's.
    const timer = setTimeout(() => {}, NEVER).unref();
    const start = () => {
      pending.set(timer, { at: now + milliseconds, run: () => run(...args) });
      return timer;
    };
    timer.refresh = start;
    return start();
  });
  // Before a server is killed, which waits for timers.
  t.after(() => mocked.mock.restore());
  const nextBefore = (end) => {
    for (const timer of pending.keys()) if (timer._destroyed) pending.delete(timer);
    const [first] = [...pending].sort(([, one], [, other]) => one.at - other.at);
    return first && first[1].at <= end ? first : null;
  };
  return {
    tick(milliseconds) {
      const end = now + milliseconds;
      for (let next = nextBefore(end); next; next = nextBefore(end)) {
        const [timer, { at, run }] = next;
        pending.delete(timer);
        clearTimeout(timer);
        now = at;
        run();
      }
      now = end;
    },
  };
}

/**
 * As `serveWatched`, with mocked timeouts. `expire(begin)` calls a function that begins a message, waits until the server has received the
 * beginning, and lets the time of that message pass.
 */
export async function serveWithTimeouts(t, options) {
  const { tick } = mockTimeouts(t);
  const served = await serveWatched(t, options);
  const open = t.mock.method(served.server.app.context.limits.incomplete, 'open');
  const expire = async (begin) => {
    const before = open.mock.callCount();
    begin();
    await until(() => open.mock.callCount() > before);
    tick(20_000);
  };
  return { ...served, tick, expire };
}
