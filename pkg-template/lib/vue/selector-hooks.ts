import { computed, shallowRef, toValue } from 'vue';
import { chatOf, followSelector, legalMovesOf, matchDataOf, pendingOf, refusalOf } from '../client/selectors.js';
import { followClock } from '../client/follow-clock.js';
import { boardClient } from './component-context.js';
import { useFollowed } from './game-hook.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { LegalMove } from '../../types/client.js';
import type { ActionError, Followable, PlayerID } from '../../types/game.js';
import type { ChatOf, PayloadOf } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata } from '../../types/master.js';
import type { Client } from '../client/client.js';
import type { Timed } from '../client/follow-clock.js';
import type { Selector } from '../client/selectors.js';
import type { Foreign } from '../util/foreign.js';

/** Returns the number of the client's actions that await the master's answer: a followed `pending`. */
export function usePending(client: MaybeRefOrGetter<Followable<{ readonly pending: number } | null>>): ComputedRef<number> {
  return useSelector(client, pendingOf);
}

/**
 * Returns the moves of the game's `ai.enumerate` that the client's player may make now. The same list as long as it has the same entries.
 */
export function useLegalMoves<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<Array<LegalMove<T>>> {
  return useSelector(client, legalMovesOf);
}

/** Returns the players with their connection status. `undefined` in a page without `multiplayer`, and before the master's first answer. */
export function useMatchData(client: MaybeRefOrGetter<Followable<unknown> & Pick<Client, 'matchData'>>): ComputedRef<FilteredMetadata | undefined> {
  return useSelector(client, matchDataOf);
}

/** Returns the chat of the match. */
export function useChat<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<Array<ChatMessage<ChatOf<T>>>> {
  return useSelector(client, chatOf);
}

/** Returns the error of the client's last action if it was refused; otherwise `null`. */
export function useRefusal<T extends object>(client: MaybeRefOrGetter<Client<T, any>>): ComputedRef<ActionError<PayloadOf<T>> | null> {
  return useSelector(client, refusalOf);
}

/**
 * Returns the milliseconds that a player has left, as they run out: in whole seconds, and below ten seconds in tenths, both rounded up. `null` if
 * the player has no time, as in a game that declares no `time`. Online it is corrected by the time of the server. In a board of `Client` the first
 * argument may be omitted.
 *
 * @param playerID default: the client's own player; without one, the player who is waited for
 */
export function useClock(client: MaybeRefOrGetter<Followable<unknown> & Timed>, playerID?: MaybeRefOrGetter<PlayerID | undefined>): ComputedRef<number | null>;
export function useClock(playerID?: MaybeRefOrGetter<PlayerID | null | undefined>): ComputedRef<number | null>;
export function useClock(given?: Foreign, more?: MaybeRefOrGetter<PlayerID | undefined>): ComputedRef<number | null> {
  const value = toValue(given);
  const [client, playerID] = value !== null && typeof value === 'object' ? [given, more] : [boardClient('useClock'), given];
  const left = shallowRef<number | null>(null);
  // Another player's clock is another one to follow.
  const followed = computed(() => ({ client: toValue(client), playerID: toValue(playerID) }));
  useFollowed(followed, ({ client: current, playerID: player }) => {
    const { read, subscribe } = followClock(current, player);
    return { subscribe, show: () => { left.value = read(); } };
  });
  return computed(() => left.value);
}

function useSelector(client: Foreign, selector: Selector<Foreign>): ComputedRef<Foreign> {
  const value = shallowRef();
  useFollowed(client, (current) => {
    const { read, subscribe } = followSelector(current, selector);
    return { subscribe, show: () => { value.value = read(); } };
  });
  return computed(() => value.value);
}
