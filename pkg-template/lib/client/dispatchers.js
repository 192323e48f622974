/** An object without a prototype: a game has no move called `constructor` or `toString`. */
export function dispatchers(names, make) {
  const object = Object.create(null);
  names.forEach((name, index) => {
    if (name !== null) object[name] = make(name, index);
  });
  return Object.freeze(object);
}

/** The name of a player or a match, which a page may give as a number. */
export function nameOf(id) {
  return id === null || id === undefined ? id : String(id);
}

/** Whether a player may act; nobody in particular may if the game goes on. */
export function isActiveIn({ activePlayers, currentPlayer, gameover }, playerID) {
  if (gameover !== undefined) return false;
  if (playerID === null || playerID === undefined) return true;
  return activePlayers ? Object.hasOwn(activePlayers, playerID) : currentPlayer === String(playerID);
}

/** The moves of `game.ai.enumerate` that can be made now, as `{ move, args }`. */
export function legalMovesOf(game, { G, ctx }, playerID, canMove) {
  const candidates = game.ai?.enumerate?.(G, ctx, playerID ?? ctx.currentPlayer) ?? [];
  return candidates
    .filter((candidate) => candidate.move !== undefined)
    .map(({ move, args = [] }) => ({ move, args }))
    .filter(({ move, args }) => canMove(move, ...args));
}
