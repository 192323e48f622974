/** Makes the engine's objects of a fixed shape: one call of the engine's instead of one for each field. */
export class Shapes {
  makeCtx(numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers, numMoves, gameover) {
    const ctx = { numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers };
    // Both are absent at first, as in boardgame.io: before the first turn, and until the game is over.
    if (numMoves !== -1) ctx.numMoves = numMoves;
    if (gameover !== undefined) ctx.gameover = gameover;
    return ctx;
  }

  setLimits(ctx, minMoves, maxMoves, numMoves, previous, next) {
    ctx._activePlayersMinMoves = minMoves;
    ctx._activePlayersMaxMoves = maxMoves;
    ctx._activePlayersNumMoves = numMoves;
    ctx._prevActivePlayers = previous;
    ctx._nextActivePlayers = next;
  }

  makeActiveSet(activePlayers, _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves) {
    return { activePlayers, _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves };
  }

  makeLogEntry(action, _stateID, turn, phase, automatic, redact, metadata) {
    const entry = { action, _stateID, turn, phase };
    if (automatic) entry.automatic = true;
    if (redact !== undefined) entry.redact = redact;
    if (metadata !== undefined) entry.metadata = metadata;
    return entry;
  }

  makeAction(kind, type, args, playerID, credentials) {
    return { type: kind, payload: { type, args, playerID, credentials } };
  }

  makeUndoEntry(G, ctx, plugins, playerID, moveType) {
    const entry = { G, ctx, plugins };
    if (playerID !== undefined) entry.playerID = playerID;
    if (moveType !== undefined) entry.moveType = moveType;
    return entry;
  }

  makePlugins(seed, hasDrawn, c, s0, s1, s2) {
    const data = hasDrawn ? { seed, prngstate: { c, s0, s1, s2 } } : { seed };
    return { random: { data }, log: { data: {} }, events: { data: {} } };
  }

  putData(plugins, name, data) {
    plugins[name] = { data };
  }

  newObject() {
    return {};
  }

  put(object, key, value) {
    object[key] = value;
  }

  /** A `ctx` is shared by everybody who asks for it, so nobody may change it. */
  freeze(ctx) {
    Object.freeze(ctx);
  }
}
