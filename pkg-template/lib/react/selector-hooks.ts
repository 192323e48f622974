import { useMemo } from 'react';
import { chatOf, followSelector, legalMovesOf, matchDataOf, pendingOf, refusalOf } from '../client/selectors.js';
import { followClock } from '../client/follow-clock.js';
import { useGivenOrBoardClient } from './client-context.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './game-hook.js';
import type { LegalMove } from '../../types/client.js';
import type { ActionError, Followable, PlayerID } from '../../types/game.js';
import type { ChatOf, PayloadOf } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata } from '../../types/master.js';
import type { Client } from '../client/client.js';
import type { Timed } from '../client/follow-clock.js';
import type { Selector } from '../client/selectors.js';
import type { Foreign } from '../util/foreign.js';

/** Returns the number of the client's actions that await the master's answer: a followed `pending`. */
export function usePending(client: Followable<{ readonly pending: number } | null>): number {
  return useSelector(client, pendingOf);
}

/**
 * Returns the moves of the game's `ai.enumerate` that the client's player may make now. The same list as long as it has the same entries.
 */
export function useLegalMoves<T extends object>(client: Client<T, any>): Array<LegalMove<T>> {
  return useSelector(client, legalMovesOf);
}

/** Returns the players with their connection status. `undefined` in a page without `multiplayer`, and before the master's first answer. */
export function useMatchData(client: Followable<unknown> & Pick<Client, 'matchData'>): FilteredMetadata | undefined {
  return useSelector(client, matchDataOf);
}

/** Returns the chat of the match. */
export function useChat<T extends object>(client: Client<T, any>): Array<ChatMessage<ChatOf<T>>> {
  return useSelector(client, chatOf);
}

/** Returns the error of the client's last action if it was refused; otherwise `null`. */
export function useRefusal<T extends object>(client: Client<T, any>): ActionError<PayloadOf<T>> | null {
  return useSelector(client, refusalOf);
}

/**
 * Returns the milliseconds that a player has left, as they run out: in whole seconds, and below ten seconds in tenths, both rounded up. `null` if
 * the player has no time, as in a game that declares no `time`. Online it is corrected by the time of the server. In a board of `Client` the first
 * argument may be omitted.
 *
 * @param playerID default: the client's own player; without one, the player who is waited for
 */
export function useClock(client: Followable<unknown> & Timed, playerID?: PlayerID): number | null;
export function useClock(playerID?: PlayerID | null): number | null;
export function useClock(given?: Foreign, more?: PlayerID): number | null {
  const [own, playerID] = typeof given === 'object' ? [given, more] : [undefined, given];
  const client = useGivenOrBoardClient('useClock', own);
  const { read, listen } = useMemo(() => listening(followClock(client, playerID)), [client, playerID]);
  return useSyncExternalStore(listen, read, read);
}

function useSelector(client: Foreign, selector: Selector<Foreign>) {
  const { read, listen } = useMemo(() => listening(followSelector(client, selector)), [client, selector]);
  return useSyncExternalStore(listen, read, read);
}
