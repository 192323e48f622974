import { weightOf } from '../online/size.js';
import { Unread } from './unread.js';

/** Bytes of all messages that have arrived as a whole, and have no answer yet. */
const MOST = 50_000_000;

/**
 * The messages of all connections that wait, for their turn or for their answer. Of all together so many bytes are kept, beyond which
 * the connections that have most waiting are cut.
 */
export class Waiting {
  #together;

  /** @param {number} [size] bytes of the largest message: two of them fit in any case */
  constructor(size = 0) {
    this.#together = new Unread(() => Math.max(MOST, 2 * size));
  }

  /**
   * A connection, of which so many messages wait at most: `add` returns null of one that does not wait. `end` of what it returns is called once.
   *
   * @param {{ most: number, cut: () => void }} connection
   */
  open({ most, cut }) {
    let count = 0;
    let sum = 0;
    const { look, close } = this.#together.open({ backlog: () => sum, cut });
    return { add, close };

    function add(message) {
      if (count >= most) return null;
      // No client sends what is nested deeper than the stack can hold.
      const size = weightOf(message, Infinity);
      if (size === Infinity) return null;
      count += 1;
      sum += size;
      look();
      return {
        size,
        end() {
          count -= 1;
          sum -= size;
        },
      };
    }
  }
}
