import { computed, getCurrentInstance, onActivated, onDeactivated, toRaw, toValue, watch } from 'vue';
import { makeLobby } from '../lobby/lobby.js';
import { rawOptions } from './client-hook.js';
import { useStateOf } from './game-hook.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';

type LobbyRefs = { [Name in keyof LobbyState]: ComputedRef<LobbyState[Name]> };

const FIELDS = ['matches', 'hasMore', 'isLoading', 'isBusy', 'error', 'playerName', 'seat', 'ownSeats'];

/**
 * What `Lobby` is made of, for a page with a look of its own: matches, the player's seat, each a read-only, shallow ref, and what the
 * player can do. It asks the server as long as the component lives, or the effect scope. The options may be a ref or a getter: then
 * `server` and `refreshInterval` follow it.
 *
 * @example
 * const { matches, seat, join, playAgain } = useLobby({ games: [game], server: url });
 */
export function useLobby(options: MaybeRefOrGetter<LobbyOptions>): LobbyRefs & LobbyActions {
  const lobby = makeLobby(optionsIn(options));
  const { state } = useStateOf(lobby);
  watch(() => optionsIn(options), lobby.update);
  if (getCurrentInstance()) {
    // Inside `KeepAlive`: what is not shown asks nothing.
    onActivated(lobby.start);
    onDeactivated(lobby.stop);
  }
  const fields = FIELDS.map((name) => [name, computed(() => state.value[name])]);
  return { ...Object.fromEntries(fields), ...lobby.actions } as LobbyRefs & LobbyActions;
}

/** Games as the page has them: inside `reactive()` they are proxies, and the proxy of a game is another game. */
function optionsIn(given: MaybeRefOrGetter<LobbyOptions>) {
  const { games, ...options } = rawOptions(toValue(given));
  return { ...options, games: games.map(toRaw) };
}
