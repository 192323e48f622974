// Factories that the engine calls for objects of a fixed shape: one crossing instead of one for each
// field. They import nothing, because wasm-bindgen copies this file beside its own.

export function makeCtx(
  numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers, numMoves, gameover,
) {
  const ctx = { numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers };
  // Both are absent at first, as in boardgame.io: before the first turn, and until the game is over.
  if (numMoves >= 0) ctx.numMoves = numMoves;
  if (gameover !== undefined) ctx.gameover = gameover;
  return ctx;
}

export function setLimits(ctx, minMoves, maxMoves, numMoves, previous, next) {
  ctx._activePlayersMinMoves = minMoves;
  ctx._activePlayersMaxMoves = maxMoves;
  ctx._activePlayersNumMoves = numMoves;
  ctx._prevActivePlayers = previous;
  ctx._nextActivePlayers = next;
}

export function setRemoved(ctx, players) {
  ctx._removedPlayers = players;
}

/** A `ctx` is shared by everybody who asks for it, so nobody may change it. */
export function freeze(ctx) {
  Object.freeze(ctx);
}

export const newObject = () => ({});

export function put(object, key, value) {
  object[key] = value;
}
