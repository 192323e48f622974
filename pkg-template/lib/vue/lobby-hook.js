import { computed, getCurrentInstance, onActivated, onDeactivated, toRaw, toValue, watch } from 'vue';
import { makeLobby } from '../lobby/lobby.js';
import { rawOptions } from './client-hook.js';
import { useStateOf } from './game-hook.js';

const FIELDS = ['matches', 'hasMore', 'isLoading', 'isBusy', 'error', 'playerName', 'seat', 'ownSeats'];

/**
 * What `Lobby` is made of, for a page with a design of its own. It asks the server as long as the component lives, or the effect scope.
 *
 * @type {typeof import('../../vue.d.ts').useLobby}
 */
export function useLobby(options) {
  const lobby = makeLobby(optionsIn(options));
  const { state } = useStateOf(lobby);
  watch(() => optionsIn(options), lobby.update);
  if (getCurrentInstance()) {
    // Inside `KeepAlive`: what is not shown asks nothing.
    onActivated(lobby.start);
    onDeactivated(lobby.stop);
  }
  const fields = FIELDS.map((name) => [name, computed(() => state.value[name])]);
  return { ...Object.fromEntries(fields), ...lobby.actions };
}

/** Games as the page has them: inside `reactive()` they are proxies, and the proxy of a game is another game. */
function optionsIn(given) {
  const { games, ...options } = rawOptions(toValue(given));
  return { ...options, games: games.map(toRaw) };
}
