/** The servers, each in its own process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NODE = fileURLToPath(new URL('node.js', import.meta.url));
/** Time until an ended server is started again, in milliseconds. */
const PAUSE = 1000;

/**
 * Starts them. `urls[i]` is where the one with the number i listens, and undefined while it does not.
 *
 * @param {number} count
 * @param {import('pino').Logger} log
 * @returns {Promise<{ urls: (string | undefined)[], stop: () => Promise<void> }>}
 */
export async function startNodes(count, log) {
  const urls = Array(count).fill(undefined);
  const children = new Map();
  let isStopping = false;
  await Promise.all(urls.map((_, number) => start(number)));
  return { urls, stop };

  async function start(number) {
    // Only the proxy connects to it, and reports the client's address.
    const env = { ...process.env, TRUSTED_PROXIES: '1', OPERATIONS_PORT: undefined, NODE_NUMBER: String(number) };
    const child = fork(NODE, [], { env });
    children.set(number, child);
    const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
    const said = await Promise.race([once(child, 'message'), ended]);
    if (!Array.isArray(said)) throw new Error(`node ${number} does not start: it has ended with ${said}`);
    urls[number] = said[0].url;
    log.info({ event: 'node-started', node: number, pid: child.pid });
    ended.then((why) => startAgain(number, why));
  }

  async function startAgain(number, why) {
    urls[number] = undefined;
    children.delete(number);
    if (isStopping) return;
    log.error({ event: 'node-ended', node: number, why });
    await wait(PAUSE);
    if (isStopping) return;
    start(number).catch((error) => startAgain(number, error.message));
  }

  async function stop() {
    isStopping = true;
    await Promise.all([...children.values()].map((child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return ended;
    }));
  }
}
