import { messageOf } from '../util/print.js';
import { isObject } from '../util/objects.js';

/** Stands in each message: others may talk to a worker, too. */
const MARK = 'rondel/bots';

/**
 * The channel to a worker, a page's or one of Node's.
 *
 * @param {any} worker
 * @param {{ received: (message: any) => void, ended: (why: string) => void }} listener
 */
export function channelTo(worker, { received, ended }) {
  const read = readWith(received);
  const ofNode = typeof worker.on === 'function';
  const listen = (type, listener) => (ofNode ? worker.on(type, listener) : worker.addEventListener(type, listener));
  listen('message', ofNode ? read : ({ data }) => read(data));
  listen('messageerror', () => ended('it has sent what cannot be read'));
  // Browsers give no message for a script that cannot be loaded.
  listen('error', (event) => ended(event?.message === undefined ? 'its script cannot be run' : messageOf(event)));
  if (ofNode) listen('exit', (code) => ended(`it has exited with ${code}`));
  return {
    send: (message) => worker.postMessage({ ...message, mark: MARK }),
    close: () => worker.terminate(),
    /** How busy its thread is; only Node can tell. */
    measure: worker.performance?.eventLoopUtilization?.bind(worker.performance),
    /** Whether a process of Node's goes on because of it. */
    hold: (isHeld) => (isHeld ? worker.ref?.() : worker.unref?.()),
  };
}

/**
 * In a worker, the channel to the page or process that has started it; null elsewhere.
 *
 * @param {(message: any) => void} received
 */
export function channelToOwner(received) {
  const { process, WorkerGlobalScope } = /** @type {any} */ (globalThis);
  const read = readWith(received);
  const port = process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (port) {
    port.on('message', read);
    return { send: (message) => port.postMessage({ ...message, mark: MARK }) };
  }
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return null;
  globalThis.addEventListener('message', ({ data }) => read(data));
  return { send: (message) => globalThis.postMessage({ ...message, mark: MARK }) };
}

function readWith(received) {
  return (message) => isObject(message) && message.mark === MARK && received(message);
}
