/**
 * What a move or event call returns: how it ended. In single-player mode that is known at once.
 *
 * @typedef {{ type: string, payload?: unknown, message: string }} ActionError
 */

/** The handle of every action that was accepted. */
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
