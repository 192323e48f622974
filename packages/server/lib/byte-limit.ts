/** Share of the limit that remains in use when the largest connections have been cut, so that not each message leads to another search. */
const REMAINING = 0.75;

/** Maximum of the received bytes that wait for the end of their message, and of those that wait to be handled. */
export const RECEIVED_BYTES = 50_000_000;

/** Returns that maximum for a server whose messages have up to `size` bytes: two of the largest fit in any case. */
export function receivedBytes(size: number) {
  return Math.max(RECEIVED_BYTES, 2 * size);
}

/** One connection's bytes. */
interface Share {
  /** Returns its bytes as they are now. */
  size: () => number;
  cut: () => void;
  /** Its bytes when they were counted last. */
  counted: number;
}

/**
 * A limit of bytes for all connections together. Beyond it, those with most bytes are cut. A server has three: for bytes that clients have not
 * read, for incomplete messages, and for messages that wait to be handled.
 *
 * Attack: many connections, each within its own limits, that fill the memory together. Tests: tests/js/server/unread-limit.test.mjs,
 * incomplete-messages.test.mjs, queued-messages.test.mjs. The options of ws, socket.io and Node bound one connection.
 */
export class ByteLimit {
  #limit;
  #shares: Set<Share> = new Set();
  #sum = 0;
  #isCutting = false;

  /** @param limit returns the maximum of all connections */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Adds a connection: call `update` when its bytes have changed, and `close` when it has ended. */
  open({ size, cut }: { size: () => number, cut: () => void }) {
    const share = { size, cut, counted: 0 };
    this.#shares.add(share);
    return {
      update: () => {
        this.#count(share);
        if (this.#sum > this.#limit()) this.#relieve();
      },
      close: () => this.#remove(share),
    };
  }

  /** Counts all connections first: most have less by now. */
  #relieve() {
    // A client that is cut leaves a match, and others are sent that.
    if (this.#isCutting) return;
    this.#isCutting = true;
    for (const share of this.#shares) this.#count(share);
    const limit = this.#limit();
    if (this.#sum > limit) this.#cutUntil(limit * REMAINING);
    this.#isCutting = false;
  }

  #cutUntil(limit: number) {
    for (const share of [...this.#shares].sort((one, other) => other.counted - one.counted)) {
      if (this.#sum <= limit) return;
      this.#remove(share);
      share.cut();
    }
  }

  #count(share: Share) {
    if (!this.#shares.has(share)) return;
    const size = share.size();
    this.#sum += size - share.counted;
    share.counted = size;
  }

  #remove(share: Share) {
    if (this.#shares.delete(share)) this.#sum -= share.counted;
  }
}
