import { useMemo } from 'react';
import { chatOf, followSelector, legalMovesOf, matchDataOf, pendingOf, refusalOf } from '../client/selectors.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './game-hook.js';
import type { LegalMove } from '../../types/client.js';
import type { ActionError, Followable } from '../../types/game.js';
import type { ChatOf, PayloadOf } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata } from '../../types/master.js';
import type { Client } from '../client/client.js';
import type { Selector } from '../client/selectors.js';
import type { Foreign } from '../util/foreign.js';

/** How many actions of the client wait for the master: what a state's `pending` says, followed. */
export function usePending(client: Followable<{ readonly pending: number } | null>): number {
  return useSelector(client, pendingOf);
}

/** The moves of the game's `ai.enumerate` that the client's player could make now; the same list as long as it holds the same. */
export function useLegalMoves<T extends object>(client: Client<T, any>): Array<LegalMove<T>> {
  return useSelector(client, legalMovesOf);
}

/** Who plays, and who is connected; undefined in single-player mode and before the first answer of the master. */
export function useMatchData(client: Followable<unknown> & Pick<Client, 'matchData'>): FilteredMetadata | undefined {
  return useSelector(client, matchDataOf);
}

/** What was said at the match since the client has been connected. */
export function useChat<T extends object>(client: Client<T, any>): Array<ChatMessage<ChatOf<T>>> {
  return useSelector(client, chatOf);
}

/** Why the last action of the client was refused; `null` if it was not. */
export function useRefusal<T extends object>(client: Client<T, any>): ActionError<PayloadOf<T>> | null {
  return useSelector(client, refusalOf);
}

function useSelector(client: Foreign, selector: Selector<Foreign>) {
  const { read, listen } = useMemo(() => listening(followSelector(client, selector)), [client, selector]);
  return useSyncExternalStore(listen, read, read);
}
