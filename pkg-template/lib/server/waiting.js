import { weightOf } from '../online/size.js';
import { Unread } from './unread.js';

/** Bytes of all messages that have come as a whole, and have no answer. */
const MOST = 50_000_000;

/**
 * The messages of all connections that wait, for their turn or for their answer. Of all together so many bytes are kept, beyond which
 * the connections that have most waiting are cut.
 */
export class Waiting {
  #together = new Unread(() => MOST);

  /**
   * A connection, of which so many messages wait at most: `add` returns null if there is no room for another one. Its `end` is called once.
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
      const size = weightOf(message, MOST);
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
