import { isEqual } from '../online/protocol/patch.js';
import { ANSWERED } from '../util/marks.js';
import { follow } from './follow.js';

/** @typedef {import('../../client.d.ts').Client<any, any>} Client */

/**
 * What hooks follow of a client besides its state. Each makes of a client what reads it now: the same object as long as it says the same.
 *
 * @template Value
 * @typedef {(client: Client) => () => Value} Look
 */

const LOOKS = {
  /** @type {Look<number>} How many actions wait for the master: a number that is read live. */
  usePending: (client) => () => client.getState()?.pending ?? 0,
  useLegalMoves: legalMovesOf,
  /** @type {Look<Client['matchData']>} Who is here. */
  useMatchData: (client) => () => client.matchData,
  /** @type {Look<Client['chatMessages']>} What was said. */
  useChat: (client) => () => client.chatMessages,
  /** @type {Look<Client['lastError']>} Why the last action was refused. */
  useRefusal: (client) => () => client.lastError,
};

/** @typedef {{ [Hook in keyof typeof LOOKS]: ReturnType<ReturnType<typeof LOOKS[Hook]>> }} Looked what each hook reads */

/** The hooks of a framework, of how it follows a client by a look. */
export function makeHooks(useLook) {
  return {
    usePending: (client) => useLook(client, LOOKS.usePending),
    useLegalMoves: (client) => useLook(client, LOOKS.useLegalMoves),
    useMatchData: (client) => useLook(client, LOOKS.useMatchData),
    useChat: (client) => useLook(client, LOOKS.useChat),
    useRefusal: (client) => useLook(client, LOOKS.useRefusal),
  };
}

/**
 * What can be done now: found once for each state, and the same list as long as it holds the same.
 *
 * @type {Look<import('../../client.d.ts').LegalMove[]>}
 */
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
 * @param {Look<any>} look
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
