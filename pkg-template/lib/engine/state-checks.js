import { current, freeze, isDraft, original } from 'immer';
import { METHOD_MOVE, METHODS } from './codes.js';
import { rondelError } from '../util/error.js';
import { isPromise } from '../util/promise.js';
import { findUnserializable } from '../util/serializable.js';

/**
 * What is asked of each new `G` in development: that JSON can say it, that nobody has changed it, and that a move or hook
 * that returns it means to.
 */
export class StateChecks {
  #look;
  #isTold = false;
  #warn;

  /**
   * @param {object} options
   * @param {boolean} options.compat
   * @param {(message: string) => void} options.warn
   */
  constructor({ compat, warn }) {
    this.#warn = warn;
    // boardgame.io plays on with NaN and Infinity; a master would send null.
    this.#look = { sound: new WeakSet(), isAccepted: (problem) => compat && this.#tell(problem) };
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

  /**
   * What a move or hook has returned, the same value: what is not undefined becomes `G`.
   *
   * @param {unknown} answer
   * @param {unknown} G what it was given
   * @param {number} method which kind of hook it is, by its place in `METHODS`
   * @param {string} moveName
   */
  returned(answer, G, method, moveName) {
    // What plugins wrap is given no draft; each function inside is.
    const isLent = isDraft(G);
    if (answer === G || (answer === undefined && (isLent || !isAnyObject(G)))) return answer;
    const place = method === METHOD_MOVE ? `moves.${moveName}` : placeOf(METHODS[method]);
    if (isPromise(answer)) throw rondelError('game/returned', `${place} returned a promise: moves and hooks are not async`);
    if (isLent && current(G) !== original(G)) {
      throw rondelError('game/returned', `${place} changed G and returned a value as well: write braces, or return nothing`);
    }
    if (answer === undefined) this.#warn(`${place}: the fnWrap of a plugin returned nothing, and G is undefined now`);
    else if (isLent && !isAnyObject(answer)) this.#warn(`${place} returned ${typeName(answer)}, which is G now: write braces, or return nothing`);
    return answer;
  }

  #tell(problem) {
    if (!this.#isTold) this.#warn(unserializable(problem));
    this.#isTold = true;
    return true;
  }
}

/** The path of a hook in a game's definition: `turn.onBegin`, and `onEnd` for the game's own. */
function placeOf(method) {
  const [where, ...words] = method.toLowerCase().split('_');
  const hook = words.join('_').replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return where === 'game' ? hook : `${where}.${hook}`;
}

function isAnyObject(value) {
  return typeof value === 'object' && value !== null;
}

function typeName(value) {
  return value === null ? 'null' : `a ${typeof value}`;
}

function unserializable({ path, found }) {
  return `${path}: ${found} cannot be serialised; G holds only what JSON can say`;
}
