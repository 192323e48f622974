import { weightOf } from './rondel.js';
import { ByteLimit, receivedBytes } from './byte-limit.js';


/** A message that waits. */
export interface QueuedMessage {
  /** Bytes that it takes. */
  readonly size: number;
  /** Notes that this waits in its place. Returns `false` if it is nested too deep to wait. */
  replace(message: unknown): boolean;
  /** Call it once, when the message has been handled. */
  end(): void;
}

/**
 * The messages of all connections that wait for their turn, or for a response of the storage or an authenticator. Beyond a limit of bytes, the
 * connections with most bytes are cut.
 *
 * Attack: many messages while a database or an authenticator is slow. Tests: tests/js/server/queued-messages.test.mjs, cut-at-end.test.mjs.
 */
export class QueuedMessages {
  #limit;

  /** @param size bytes of the largest message */
  constructor(size: number = 0) {
    this.#limit = new ByteLimit(() => receivedBytes(size));
  }

  /** Adds a connection, of which `most` messages may wait. `add` returns null for one that may not. */
  open({ most, cut }: { most: number, cut: () => void }) {
    let count = 0;
    let sum = 0;
    const { update, close } = this.#limit.open({ size: () => sum, cut });
    return { add, close };

    function add(message: unknown): QueuedMessage | null {
      let size = 0;
      const replace = (newer: unknown) => {
        // No client sends a message that is nested deeper than the stack.
        const weight = weightOf(newer, Infinity);
        if (weight === Infinity) return false;
        sum += weight - size;
        size = weight;
        update();
        return true;
      };
      if (count >= most || !replace(message)) return null;
      count += 1;
      return {
        get size() {
          return size;
        },
        replace,
        end() {
          count -= 1;
          sum -= size;
        },
      };
    }
  }
}
