import { useEffect, useMemo, useState } from 'react';
import { makeLobby } from '../lobby/lobby.js';
import { useGame } from './game-hook.js';

/**
 * What `Lobby` is made of, for a page with a design of its own.
 *
 * @type {typeof import('../../react.d.ts').useLobby}
 */
export function useLobby(options) {
  const [lobby] = useState(() => makeLobby(options));
  const state = useGame(/** @type {any} */ (lobby));
  useEffect(() => lobby.update(options));
  return useMemo(() => ({ ...state, ...lobby.actions }), [state, lobby]);
}
