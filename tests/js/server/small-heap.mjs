// Servers in processes whose heaps are small.
import { fork } from 'node:child_process';
import { once } from 'node:events';

const CHILD = new URL('./small-heap-child.mjs', import.meta.url);

/**
 * A server of the game `heap`, which ends with the test.
 *
 * @param {any} t
 * @param {{ heap: number } & Record<string, any>} options megabytes of its heap, and options of `Server`
 */
export async function smallServer(t, { heap, ...options }) {
  const child = fork(CHILD, [JSON.stringify(options)], { execArgv: [`--max-old-space-size=${heap}`] });
  const cuts = [];
  let isOver = false;
  child.once('exit', () => { isOver = true; });
  child.on('message', ({ cut }) => cut && cuts.push(cut));
  t.after(() => child.kill('SIGKILL'));
  const [{ url }] = await once(child, 'message');
  return { url, cuts, hasEnded: () => isOver };
}
