import { messageOf } from '../util/print.js';
import { isObject } from '../util/objects.js';

/** Stands in each message: others may talk to a worker, too. */
const MARK = 'rondel/bots';

/**
 * The line to a worker, a page's or one of Node's.
 *
 * @param {any} worker
 * @param {{ heard: (message: any) => void, ended: (why: string) => void }} ears
 */
export function lineTo(worker, { heard, ended }) {
  const read = readWith(heard);
  const ofNode = typeof worker.on === 'function';
  const listen = (type, listener) => (ofNode ? worker.on(type, listener) : worker.addEventListener(type, listener));
  listen('message', ofNode ? read : ({ data }) => read(data));
  listen('messageerror', () => ended('it has sent what cannot be read'));
  // Of a script that cannot be loaded, browsers say nothing.
  listen('error', (event) => ended(event?.message === undefined ? 'its script cannot be run' : messageOf(event)));
  if (ofNode) listen('exit', (code) => ended(`it has exited with ${code}`));
  return {
    send: (message) => worker.postMessage({ ...message, mark: MARK }),
    close: () => worker.terminate(),
    /** Whether a process of Node's goes on because of it. */
    hold: (isHeld) => (isHeld ? worker.ref?.() : worker.unref?.()),
  };
}

/**
 * In a worker, the line to what has started it; null elsewhere.
 *
 * @param {(message: any) => void} heard
 */
export function lineToOwner(heard) {
  const { process, WorkerGlobalScope } = /** @type {any} */ (globalThis);
  const read = readWith(heard);
  const port = process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (port) {
    port.on('message', read);
    return { send: (message) => port.postMessage({ ...message, mark: MARK }) };
  }
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return null;
  globalThis.addEventListener('message', ({ data }) => read(data));
  return { send: (message) => globalThis.postMessage({ ...message, mark: MARK }) };
}

function readWith(heard) {
  return (message) => isObject(message) && message.mark === MARK && heard(message);
}
