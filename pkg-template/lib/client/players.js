/** The ID of a player or a match as text: a page may give a number. */
export function idText(id) {
  return id === null || id === undefined ? id : String(id);
}

/** Whether a player may act; whoever has no ID may if the game goes on. */
export function isActiveIn({ activePlayers, currentPlayer, gameover }, playerID) {
  if (gameover !== undefined) return false;
  if (playerID === null || playerID === undefined) return true;
  return activePlayers ? Object.hasOwn(activePlayers, playerID) : currentPlayer === String(playerID);
}
