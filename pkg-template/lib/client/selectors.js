import { isEqual } from '../online/protocol/patch.js';
import { ANSWERED } from '../util/marks.js';
import { follow } from './follow.js';

/** @typedef {import('../../client.d.ts').Client<any, any>} Client */

/**
 * What hooks read of a client besides its state. Each makes a function that reads it now: the same object as long as it is equal.
 *
 * @template Value
 * @typedef {(client: Client) => () => Value} Selector
 */

const SELECTORS = {
  /** @type {Selector<number>} How many actions wait for the master: a number that is read live. */
  usePending: (client) => () => client.getState()?.pending ?? 0,
  useLegalMoves: legalMovesOf,
  /** @type {Selector<Client['matchData']>} The players, and whether they are connected. */
  useMatchData: (client) => () => client.matchData,
  /** @type {Selector<Client['chatMessages']>} The chat. */
  useChat: (client) => () => client.chatMessages,
  /** @type {Selector<Client['lastError']>} Why the last action was refused. */
  useRefusal: (client) => () => client.lastError,
};

/** @typedef {{ [Hook in keyof typeof SELECTORS]: ReturnType<ReturnType<typeof SELECTORS[Hook]>> }} Selected what each hook reads */

/**
 * Client that each hook accepts.
 *
 * @typedef {{
 *   usePending: import('../../types.d.ts').Followable<{ readonly pending: number } | null>,
 *   useMatchData: import('../../types.d.ts').Followable<unknown> & Pick<Client, 'matchData'>,
 *   useLegalMoves: Client, useChat: Client, useRefusal: Client,
 * }} Accepted
 */

/** The hooks of a framework, made of its hook that follows a client by a selector. */
export function makeHooks(useSelector) {
  return {
    usePending: (client) => useSelector(client, SELECTORS.usePending),
    useLegalMoves: (client) => useSelector(client, SELECTORS.useLegalMoves),
    useMatchData: (client) => useSelector(client, SELECTORS.useMatchData),
    useChat: (client) => useSelector(client, SELECTORS.useChat),
    useRefusal: (client) => useSelector(client, SELECTORS.useRefusal),
  };
}

/**
 * The legal moves: found once for each state, and the same list as long as it is equal.
 *
 * @type {Selector<import('../../client.d.ts').LegalMove[]>}
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
 * A client as followed by a hook that reads something besides the state. Pending actions make no new state: it is read again when an
 * action is answered.
 *
 * @param {any} client
 * @param {Selector<any>} selector
 */
export function followSelector(client, selector) {
  const { subscribe } = follow(client);
  return {
    read: selector(client),
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
