import { isEqual } from '../online/protocol/patch.js';
import { ANSWERED } from '../util/marks.js';
import { follow } from './follow.js';
import type { LegalMove } from '../../types/client.js';
import type { Foreign } from '../util/foreign.js';
import type { Client as AnyClient } from './client.js';

export type Client = AnyClient<Foreign, Foreign>;

/** What hooks read of a client besides its state. Each makes a function that reads it now: the same object as long as it is equal. */
export type Selector<Value> = (client: Client) => () => Value;

/** How many actions wait for the master: a number that is read live. */
export const pendingOf: Selector<number> = (client) => () => client.getState()?.pending ?? 0;

/** The players, and whether they are connected. */
export const matchDataOf: Selector<Client['matchData']> = (client) => () => client.matchData;

/** The chat. */
export const chatOf: Selector<Client['chatMessages']> = (client) => () => client.chatMessages;

/** Why the last action was refused. */
export const refusalOf: Selector<Client['lastError']> = (client) => () => client.lastError;

/** The legal moves: found once for each state, and the same list as long as it is equal. */
export function legalMovesOf(client: Client): () => LegalMove[] {
  let state: Foreign;
  let moves: LegalMove[] | undefined;
  return () => {
    const next = client.getState();
    if (moves === undefined || next !== state) {
      const found = client.legalMoves();
      moves = moves && isEqual(moves, found) ? moves : found;
      state = next;
    }
    return moves!;
  };
}

/**
 * A client as followed by a hook that reads something besides the state. Pending actions make no new state: it is read again when an
 * action is answered.
 */
export function followSelector(client: Client & { [ANSWERED]?: (fn: () => void) => () => void }, selector: Selector<Foreign>) {
  const { subscribe } = follow(client);
  return {
    read: selector(client),
    subscribe(fn: () => void) {
      const end = subscribe(fn);
      const endAnswers = client[ANSWERED]?.(fn);
      return () => {
        endAnswers?.();
        end();
      };
    },
  };
}
