import { AUTH_TIMEOUT } from '../online/permission.js';
import { unref } from '../util/unref.js';

/** The field of metadata that says who is about to leave the game for good: by seat, a text of the request's own. */
const LEAVING = '_leaving';
/** Milliseconds between two checks whether another request has ended. */
const LOOK = 200;
/** How many milliseconds a request has besides those of its authenticator: one that still stands after that has ended with its process. */
const PATIENCE = 5000;

/**
 * Of several requests to leave a game, also at other nodes, one at a time goes on: it notes itself in the metadata by comparing with what is
 * stored. No clocks are compared: a request that waits counts how long the same one stands there.
 */
export class Leaving {
  #patience;

  /** @param {number} [authTimeout] milliseconds */
  constructor(authTimeout = AUTH_TIMEOUT) {
    this.#patience = authTimeout + PATIENCE;
  }

  /**
   * Resolves when this request may go on, with what ends it if the player stays.
   *
   * @param {{ playerID: string, token: string }} request
   * @param {(change: (metadata: any) => any) => Promise<any>} replace stores what a function makes of the metadata, unless it is the same object
   */
  async enter({ playerID, token }, replace) {
    let before;
    let since = 0;
    for (;;) {
      const isLate = before !== undefined && performance.now() - since > this.#patience;
      const { [LEAVING]: leaving = {} } = await replace((metadata) => {
        const other = tokenAt(metadata, playerID);
        const isFree = other === undefined || (isLate && other === before);
        return isFree ? { ...metadata, [LEAVING]: { ...metadata[LEAVING], [playerID]: token } } : metadata;
      });
      const now = leaving[playerID];
      if (now === token) return () => replace((metadata) => (tokenAt(metadata, playerID) === token ? { ...metadata, ...withoutLeaving(metadata, playerID) } : metadata));
      if (now !== before) [before, since] = [now, performance.now()];
      await new Promise((resolve) => { unref(setTimeout(resolve, LOOK)); });
    }
  }
}

/** What is to be changed of metadata when a request to leave a seat has ended. */
export function withoutLeaving(metadata, playerID) {
  if (tokenAt(metadata, playerID) === undefined) return {};
  const { [playerID]: _, ...others } = metadata[LEAVING];
  return { [LEAVING]: Object.keys(others).length > 0 ? others : undefined };
}

function tokenAt({ [LEAVING]: leaving }, playerID) {
  return leaving && Object.hasOwn(leaving, playerID) ? leaving[playerID] : undefined;
}
