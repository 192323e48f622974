import { useEffect, useMemo, useState } from 'react';
import { makeLobby } from '../lobby/lobby.js';
import { useGame } from './game-hook.js';
import type { LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';

/**
 * What `Lobby` is made of, for a page with a look of its own: matches, the player's seat, and what they can do. It asks the server while
 * the component is mounted. `server` and `refreshInterval` may change.
 *
 * @example
 * const { matches, seat, join, playAgain } = useLobby({ games: [game], server: url });
 */
export function useLobby(options: LobbyOptions): LobbyState & LobbyActions {
  const [lobby] = useState(() => makeLobby(options));
  const state = useGame(lobby);
  useEffect(() => lobby.update(options));
  return useMemo(() => ({ ...state, ...lobby.actions }), [state, lobby]);
}
