import { isDevelopment } from '../../util/environment.js';
import { print } from '../../util/print.js';

/**
 * Why a message was not sent, by the error that is thrown.
 *
 * @type {WeakMap<object, string>}
 */
const reasons = new WeakMap();

/** Why a message is too big to be sent, if that is what a transport has thrown. It reads no property of it. */
export function whyTooBig(thrown) {
  return reasons.get(thrown);
}

/**
 * The size of message that a server accepts. The server only shows it by ending the connection: of all messages sent by it, the
 * biggest was too big.
 */
export class SizeLimit {
  /** Bytes of the smallest message that was too big. */
  #least = Infinity;
  /** Of the biggest that was sent by this connection. */
  #biggest = 0;

  /** Notes a message that is to be sent. Throws if it is too big. */
  check(text) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes >= this.#least) throw tooBig(bytes);
    if (bytes > this.#biggest) this.#biggest = bytes;
  }

  /** The connection has ended. */
  end(isTooBig) {
    const bytes = this.#biggest;
    this.#biggest = 0;
    if (!isTooBig || bytes === 0) return;
    this.#least = bytes;
    if (isDevelopment()) print('warn', `rondel: ${reasonOf(bytes)}; it is not sent again`);
  }
}

function tooBig(bytes) {
  const reason = reasonOf(bytes);
  const error = new Error(reason);
  reasons.set(error, reason);
  return error;
}

function reasonOf(bytes) {
  return `a message of ${bytes} bytes is bigger than the server takes`;
}
