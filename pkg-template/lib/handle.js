/**
 * What a move or event call returns: how it ended. In single-player mode that is known at once.
 *
 * @typedef {{ type: string, payload?: unknown, message: string }} ActionError
 */

/**
 * The handle of an action that waits for a master's answer, and how it is told of that.
 *
 * @param {() => boolean} isPredicted whether what comes of the action shows already
 */
export function openHandle(isPredicted) {
  let outcome = null;
  let confirmed = null;
  let resolve = () => {};
  const handle = Object.freeze({
    get status() {
      return outcome?.status ?? (isPredicted() ? 'predicted' : 'sent');
    },
    get error() {
      return outcome?.error ?? null;
    },
    get confirmed() {
      return (confirmed ??= new Promise((settled) => {
        resolve = settled;
        if (outcome) settled(outcome);
      }));
    },
  });
  const settle = (error) => {
    outcome = error ? { status: 'rejected', error: Object.freeze(error) } : { status: 'confirmed' };
    resolve(outcome);
  };
  return { handle, settle };
}

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
