import { freeze } from 'immer';
import { rondelError } from '../util/error.js';
import { findUnserializable } from '../util/serializable.js';

/** What is asked of each new `G` in development: that JSON can say it, and that nobody has changed it. */
export class StateChecks {
  #look;
  #isTold = false;

  /**
   * @param {object} options
   * @param {boolean} options.compat
   * @param {(message: string) => void} options.warn
   */
  constructor({ compat, warn }) {
    // boardgame.io plays on with NaN and Infinity; a master would send null.
    this.#look = { sound: new WeakSet(), isAccepted: (problem) => compat && this.#tell(problem, warn) };
  }

  /** The same `G`. */
  checked(G) {
    const problem = findUnserializable(G, 'G', this.#look);
    if (problem) throw rondelError('game/unserializable', unserializable(problem));
    return G;
  }

  /** The first `G`, which Immer has not made. */
  frozen(G) {
    return freeze(this.checked(G), true);
  }

  #tell(problem, warn) {
    if (!this.#isTold) warn(unserializable(problem));
    this.#isTold = true;
    return true;
  }
}

function unserializable({ path, found }) {
  return `${path}: ${found} cannot be serialised; G holds only what JSON can say`;
}
