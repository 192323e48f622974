/**
 * Whether a player may act. Without a current player, anybody may.
 *
 * @param {any} ctx
 * @param {string} playerID
 */
export function mayAct({ gameover, activePlayers, currentPlayer }, playerID) {
  if (gameover !== undefined) return false;
  if (activePlayers) return Object.hasOwn(activePlayers, playerID);
  return currentPlayer === undefined || currentPlayer === String(playerID);
}

/**
 * The player whose bot acts next, as in boardgame.io: of several who may act, the first.
 *
 * @param {{ currentPlayer: string | null, activePlayers: Record<string, unknown> | null }} ctx
 * @returns {string | null}
 */
export function moverOf({ currentPlayer, activePlayers }) {
  return activePlayers ? Object.keys(activePlayers)[0] ?? null : currentPlayer;
}
