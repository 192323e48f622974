import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { noop } from '../util/noop.js';
import { hasMembers } from '../util/objects.js';

/**
 * Why an action was refused.
 *
 * @typedef {import('../../types.js').ActionError} ActionError
 */

/**
 * The handle of an action that waits for a master's answer. A class, because an object literal with getters of its own
 * takes an engine twenty times as long.
 */
export class Handle {
  #isPredicted;
  /** @type {{ status: 'confirmed' | 'rejected', error?: ActionError } | null} */
  #outcome = null;
  /** @type {Promise<any> | null} */
  #confirmed = null;
  /** @type {(outcome: object) => void} */
  #resolve = noop;

  /**
   * @param {() => boolean} isPredicted whether the result of the action is shown already
   * @returns {{ handle: Handle, resolve: (error?: ActionError) => void }} the handle for the player, and the function that settles it
   */
  static open(isPredicted) {
    const handle = new Handle(isPredicted);
    return { handle, resolve: (error) => handle.#end(error) };
  }

  constructor(isPredicted) {
    this.#isPredicted = isPredicted;
    Object.freeze(this);
  }

  get status() {
    return this.#outcome?.status ?? (this.#isPredicted() ? 'predicted' : 'sent');
  }

  get error() {
    return this.#outcome?.error ?? null;
  }

  get confirmed() {
    return (this.#confirmed ??= new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#outcome) resolve(this.#outcome);
    }));
  }

  #end(error) {
    this.#outcome = error ? { status: 'rejected', error: Object.freeze(error) } : { status: 'confirmed' };
    this.#resolve(this.#outcome);
  }
}

/**
 * The error of an action that nobody could make now.
 *
 * @returns {ActionError}
 */
export function invalid(message) {
  return { type: REFUSAL_ACTION_INVALID, message };
}

/** The handle of every action that a match in the page has done. */
export const CONFIRMED = makeHandle('confirmed', null);

/** The handle of an action that was refused. */
export const rejected = (error) => makeHandle('rejected', Object.freeze(error));

function makeHandle(status, error) {
  return Object.freeze({
    status,
    error,
    get confirmed() {
      return Promise.resolve(error === null ? { status } : { status, error });
    },
  });
}

/**
 * Whether this is the reason of a refusal: a master or transport may send anything in its place.
 *
 * @param {any} value
 * @returns {value is ActionError}
 */
export function isReason(value) {
  return hasMembers(value) && typeof value.type === 'string' && typeof value.message === 'string';
}
