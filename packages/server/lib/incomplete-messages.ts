import { unref } from './rondel.js';
import { ByteLimit, RECEIVED_BYTES, receivedBytes } from './byte-limit.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Time that a message or body has to arrive, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes that extend the timeout by a millisecond: a client on a train has the time for a megabyte. */
const BYTES_PER_MS = 20;
/** Size that counts for a body without a length, or a compressed one. */
const UNKNOWN_SIZE = 1_000_000;

/** Why an incomplete message or body was cut: all together were too large, or it took too long. */
export type IncompleteReason = 'unfinished' | 'slow';

/** An incomplete message. */
export interface IncompleteMessage {
  /** Returns the bytes that it takes. */
  size: () => number;
  /** Returns the bytes of it that have arrived. */
  received: () => number;
  cut: (why: IncompleteReason) => void;
}

/**
 * The incomplete messages and bodies of all connections: a limit of bytes for all of them, beyond which the largest are cut, and a timeout for each,
 * which grows as bytes arrive.
 *
 * Attack: connections that begin messages or bodies and do not end them. Tests: tests/js/server/incomplete-messages.test.mjs,
 * hostile-socket-io.test.mjs, http-requests.test.mjs. `maxPayload`, `maxFragments`, `maxAttachments` and `maxHttpBufferSize` bound one message, and a
 * server has thousands of connections; `requestTimeout` is for HTTP alone, and does not grow.
 */
export class IncompleteMessages {
  #limit;

  /** @param size bytes of the largest message */
  constructor(size: number = 0) {
    this.#limit = new ByteLimit(() => receivedBytes(size));
  }

  /** Adds a message: call `update` when more has arrived, and `close` when it is complete. */
  open({ size, received, cut }: IncompleteMessage) {
    const end = (why: IncompleteReason) => {
      close();
      cut(why);
    };
    const share = this.#limit.open({ size, cut: () => end('unfinished') });
    let timer = wait(0, TIMEOUT_MS);
    return { update: share.update, close };

    function wait(waited: number, timeout: number): NodeJS.Timeout {
      return unref(setTimeout(() => {
        const extended = TIMEOUT_MS + received() / BYTES_PER_MS;
        if (extended > timeout) timer = wait(timeout, extended);
        else end('slow');
      }, timeout - waited));
    }

    function close() {
      clearTimeout(timer);
      share.close();
    }
  }

  /** Adds the body of a request: its whole length counts from its beginning until it has been read. */
  openBody(request: IncomingMessage, cut: IncompleteMessage['cut']) {
    const { socket } = request;
    const before = socket.bytesRead;
    const size = sizeOfBody(request.headers);
    const share = this.open({ size: () => size, received: () => socket.bytesRead - before, cut });
    share.update();
    request.once('close', share.close);
    return share;
  }
}

function sizeOfBody({ 'content-length': length, 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer }: IncomingHttpHeaders) {
  if (length === undefined && transfer === undefined) return 0;
  const isKnown = length !== undefined && encoding === 'identity';
  // A client may claim 2 ** 64 - 1 bytes: adding and subtracting that would lose the rest of the sum.
  return isKnown ? Math.min(Number(length), 2 * RECEIVED_BYTES) : UNKNOWN_SIZE;
}
