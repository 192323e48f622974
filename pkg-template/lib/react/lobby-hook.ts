import { useEffect, useMemo, useState } from 'react';
import { makeLobby } from '../lobby/lobby.js';
import { useGame } from './game-hook.js';
import type { LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';

/**
 * Returns the headless part of `Lobby`, for a page with its own design: matches, the player's seat, and the player's actions. Requests the
 * list while the component is mounted. `server` and `refreshInterval` may change.
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
