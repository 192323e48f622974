import { isEqual } from '../online/protocol/patch.js';
import { ANSWERED } from '../util/marks.js';
import { follow } from './follow.js';
import type { LegalMove } from '../../types/client.js';
import type { Foreign } from '../util/foreign.js';
import type { Client as AnyClient } from './client.js';

export type Client = AnyClient<Foreign, Foreign>;

/**
 * Data that hooks read of a client besides its state. Each selector returns a function that reads the current value: the same object as
 * long as it is equal.
 */
export type Selector<Value> = (client: Client) => () => Value;

/** Number of actions that await the master's answer. */
export const pendingOf: Selector<number> = (client) => () => client.getState()?.pending ?? 0;

/** The players, with their connection status. */
export const matchDataOf: Selector<Client['matchData']> = (client) => () => client.matchData;

export const chatOf: Selector<Client['chatMessages']> = (client) => () => client.chatMessages;

/** Error of the last refused action. */
export const refusalOf: Selector<Client['lastError']> = (client) => () => client.lastError;

/** The legal moves, computed once per state. The same list as long as it is equal. */
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
 * Follows a client for a hook that reads more than the state. Pending actions produce no new state, so the hook reads again when an action
 * is answered.
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
