import { computed, shallowRef } from 'vue';
import { chatOf, followSelector, legalMovesOf, matchDataOf, pendingOf, refusalOf } from '../client/selectors.js';
import { useFollowed } from './game-hook.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { LegalMove } from '../../types/client.js';
import type { ActionError, Followable } from '../../types/game.js';
import type { ChatOf, PayloadOf } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata } from '../../types/master.js';
import type { Client } from '../client/client.js';
import type { Selector } from '../client/selectors.js';
import type { Foreign } from '../util/foreign.js';

/** How many actions of the client wait for the master: what a state's `pending` says, followed. */
export function usePending(client: MaybeRefOrGetter<Followable<{ readonly pending: number } | null>>): ComputedRef<number> {
  return useSelector(client, pendingOf);
}

/** The moves of the game's `ai.enumerate` that the client's player could make now; the same list as long as it holds the same. */
export function useLegalMoves<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<Array<LegalMove<T>>> {
  return useSelector(client, legalMovesOf);
}

/** Who plays, and who is connected; undefined in single-player mode and before the first answer of the master. */
export function useMatchData(client: MaybeRefOrGetter<Followable<unknown> & Pick<Client, 'matchData'>>): ComputedRef<FilteredMetadata | undefined> {
  return useSelector(client, matchDataOf);
}

/** What was said at the match since the client has been connected. */
export function useChat<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<Array<ChatMessage<ChatOf<T>>>> {
  return useSelector(client, chatOf);
}

/** Why the last action of the client was refused; `null` if it was not. */
export function useRefusal<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<ActionError<PayloadOf<T>> | null> {
  return useSelector(client, refusalOf);
}

function useSelector(client: Foreign, selector: Selector<Foreign>): ComputedRef<Foreign> {
  const value = shallowRef();
  useFollowed(client, (current) => {
    const { read, subscribe } = followSelector(current, selector);
    return { subscribe, show: () => { value.value = read(); } };
  });
  return computed(() => value.value);
}
