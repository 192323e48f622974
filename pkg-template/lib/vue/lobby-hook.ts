import { computed, getCurrentInstance, onActivated, onDeactivated, toRaw, toValue, watch } from 'vue';
import { makeLobby } from '../lobby/lobby.js';
import { rawOptions } from './client-hook.js';
import { useStateOf } from './game-hook.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';

type LobbyRefs = { [Name in keyof LobbyState]: ComputedRef<LobbyState[Name]> };

const FIELDS = ['matches', 'hasMore', 'isLoading', 'isBusy', 'error', 'playerName', 'seat', 'ownSeats'];

/**
 * Returns the headless part of `Lobby`, for a page with its own design: matches and the player's seat, each as a read-only, shallow ref,
 * and the player's actions. Requests the list as long as the component or the effect scope lives. If the options are a ref or a getter, it
 * follows `server` and `refreshInterval`.
 *
 * @example
 * const { matches, seat, join, playAgain } = useLobby({ games: [game], server: url });
 */
export function useLobby(options: MaybeRefOrGetter<LobbyOptions>): LobbyRefs & LobbyActions {
  const lobby = makeLobby(optionsIn(options));
  const { state } = useStateOf(lobby);
  watch(() => optionsIn(options), lobby.update);
  if (getCurrentInstance()) {
    // Inside `KeepAlive`: a hidden lobby makes no requests.
    onActivated(lobby.start);
    onDeactivated(lobby.stop);
  }
  const fields = FIELDS.map((name) => [name, computed(() => state.value[name])]);
  return { ...Object.fromEntries(fields), ...lobby.actions } as LobbyRefs & LobbyActions;
}

/** Returns the options without Vue's proxies: the proxy of a game would be another game. */
function optionsIn(given: MaybeRefOrGetter<LobbyOptions>) {
  const { games, ...options } = rawOptions(toValue(given));
  return { ...options, games: games.map(toRaw) };
}
