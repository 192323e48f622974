import { unref } from '../util/unref.js';
import { Unread } from './unread.js';

/** Bytes of all that has begun to come, and is not there as a whole. */
const MOST = 50_000_000;
/** Milliseconds in which what has begun to come is there as a whole. */
const PATIENCE = 10_000;
/** Bytes that give it another millisecond: who sends a megabyte from a train has the time for it. */
const PACE = 20;
/** Bytes that a body counts for which does not say its length, or is packed. */
const UNSAID = 1_000_000;

/**
 * The messages and bodies of all connections that have begun to come, and have not ended. Of all together so many bytes are kept,
 * beyond which the biggest are cut; and each has so long, and longer as it goes on.
 */
export class Unfinished {
  #watch;
  #together;

  /**
   * @param {import('./watch.js').Watch} watch
   * @param {number} [size] bytes of the largest message: two of them fit in any case
   */
  constructor(watch, size = 0) {
    this.#watch = watch;
    this.#together = new Unread(() => Math.max(MOST, 2 * size));
  }

  /**
   * Something has begun: `look` is called when more has come, `close` when it is over.
   *
   * @param {object} what
   * @param {import('../../server.d.ts').TransportName | 'http'} what.transport
   * @param {() => number} what.size bytes that it takes
   * @param {() => number} what.come bytes of it that have come
   * @param {(why: 'unfinished' | 'slow') => void} what.cut
   */
  open({ transport, size, come, cut }) {
    const end = (why) => {
      close();
      this.#watch({ type: 'cut', transport, why });
      cut(why);
    };
    const { look, close: forget } = this.#together.open({ backlog: size, cut: () => end('unfinished') });
    let timer = wait(0, PATIENCE);
    return { look, close };

    function wait(waited, whole) {
      return unref(setTimeout(() => {
        const granted = PATIENCE + come() / PACE;
        if (granted > whole) timer = wait(whole, granted);
        else end('slow');
      }, whole - waited));
    }

    function close() {
      clearTimeout(timer);
      forget();
    }
  }

  /**
   * The body of a request, counted as a whole from its beginning until it has been read.
   *
   * @param {import('node:http').IncomingMessage} request
   * @param {{ transport: import('../../server.d.ts').TransportName | 'http', cut: (why: 'unfinished' | 'slow') => void }} connection
   */
  openBody(request, { transport, cut }) {
    const { socket } = request;
    const before = socket.bytesRead;
    const size = sizeOfBody(request.headers);
    const share = this.open({ transport, size: () => size, come: () => socket.bytesRead - before, cut });
    share.look();
    request.once('close', share.close);
    return share;
  }
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function sizeOfBody({ 'content-length': length, 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer }) {
  if (length === undefined && transfer === undefined) return 0;
  const isSaid = length !== undefined && encoding === 'identity';
  // Anybody may say 2 ** 64 - 1: of what is added to that, and taken away again, not all is left.
  return isSaid ? Math.min(Number(length), 2 * MOST) : UNSAID;
}
