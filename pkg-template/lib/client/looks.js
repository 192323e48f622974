import { isEqual } from '../online/protocol/patch.js';
import { ANSWERED } from '../util/marks.js';
import { follow } from './follow.js';

/**
 * What hooks follow of a client besides its state. Each makes of a client what reads it now: the same object as long as it says the same.
 *
 * @typedef {(client: any) => () => any} Look
 */

/** The hooks of a framework, of how it follows a client by a look. */
export function makeHooks(useLook) {
  return {
    usePending: (client) => useLook(client, pendingOf),
    useLegalMoves: (client) => useLook(client, legalMovesOf),
    useMatchData: (client) => useLook(client, matchDataOf),
    useChat: (client) => useLook(client, chatOf),
    useRefusal: (client) => useLook(client, refusalOf),
  };
}
/** How many actions wait for the master: a number that is read live. */
const pendingOf = (client) => () => client.getState()?.pending ?? 0;
/** Who is here. */
const matchDataOf = (client) => () => client.matchData;
/** What was said. */
const chatOf = (client) => () => client.chatMessages;
/** Why the last action was refused. */
const refusalOf = (client) => () => client.lastError;

/** What can be done now: found once for each state, and the same list as long as it holds the same. */
function legalMovesOf(client) {
  let state;
  let moves;
  return () => {
    const next = client.getState();
    if (moves === undefined || next !== state) {
      const found = client.legalMoves();
      moves = moves && isEqual(moves, found) ? moves : found;
      state = next;
    }
    return moves;
  };
}

/**
 * A client as a hook follows it that looks at something besides the state. Of what waits no state tells: it is looked at again when an
 * action is answered.
 *
 * @param {any} client
 * @param {Look} look
 */
export function followLook(client, look) {
  const { subscribe } = follow(client);
  return {
    read: look(client),
    subscribe(fn) {
      const end = subscribe(fn);
      const endAnswers = client[ANSWERED]?.(fn);
      return () => {
        endAnswers?.();
        end();
      };
    },
  };
}
