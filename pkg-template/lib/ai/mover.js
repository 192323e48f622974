/**
 * The player whose bot acts next, as in boardgame.io: of several who may act, the first.
 *
 * @param {{ currentPlayer: string | null, activePlayers: Record<string, unknown> | null }} ctx
 * @returns {string | null}
 */
export function moverOf({ currentPlayer, activePlayers }) {
  return activePlayers ? Object.keys(activePlayers)[0] ?? null : currentPlayer;
}
