// The functions that WebAssembly imports from JavaScript. imports.rs declares and documents them.
//
// Each calls the current host, and none throws. The boundary stores an exception of the host, and the guard around the export throws it again: an
// exception that passed through WebAssembly would leave its state inconsistent. Each import has its own function, because a call with a known name is
// the fastest.
//
// wasm-bindgen copies this file next to its own. It must therefore import nothing.

/** Creates the imports of one module. Each module of a page has its own boundary. */
export function makeImports() {
  /** @type {import('../../pkg-template/lib/engine/boundary.js').Boundary} The boundary of the module's instance. */
  let boundary;

  return {
    /** Sets the boundary of another instance. Running imports still belong to the former one. */
    setBoundary(around) {
      boundary = around;
    },

    /** Returns `true` if anything was thrown since the export was entered. */
    hasThrown() {
      return boundary.thrown !== null;
    },

    /** As `hasThrown`. The boundary reports the exception, and the export goes on. */
    catchThrown() {
      return boundary.catchThrown();
    },

    /** Reports a panic of a game's code. The module traps next. */
    panicked(message) {
      boundary.panicked(message);
    },

    // Printed by scripts/imports.mjs:
    kept(id) {
      const around = boundary;
      try { return around.settled(around.host.kept(id)); } catch (error) { return around.note(error); }
    },
    release(id) {
      const around = boundary;
      try { return around.settled(around.host.release(id)); } catch (error) { return around.note(error); }
    },
    numberAt(index) {
      const around = boundary;
      try { return around.settled(around.host.numberAt(index)); } catch (error) { return around.note(error); }
    },
    numbersAt(index, numbers) {
      const around = boundary;
      try { return around.settled(around.host.numbersAt(index, numbers)); } catch (error) { return around.note(error); }
    },
    valueAt(index) {
      const around = boundary;
      try { return around.settled(around.host.valueAt(index)); } catch (error) { return around.note(error); }
    },
    nameAt(index) {
      const around = boundary;
      try { return around.settled(around.host.nameAt(index)); } catch (error) { return around.note(error); }
    },
    textAt(index) {
      const around = boundary;
      try { return around.settled(around.host.textAt(index)); } catch (error) { return around.noteText(error); }
    },
    setName(number, name) {
      const around = boundary;
      try { return around.settled(around.host.setName(number, name)); } catch (error) { return around.note(error); }
    },
    learnName(number, index) {
      const around = boundary;
      try { return around.settled(around.host.learnName(number, index)); } catch (error) { return around.note(error); }
    },
    dropName(number) {
      const around = boundary;
      try { return around.settled(around.host.dropName(number)); } catch (error) { return around.note(error); }
    },
    raise(code, place, problem) {
      const around = boundary;
      try { return around.settled(around.host.raise(code, place, problem)); } catch (error) { return around.note(error); }
    },
    isTruthy(value) {
      const around = boundary;
      try { return around.settled(around.host.isTruthy(value)); } catch (error) { return around.note(error); }
    },
    warn(message) {
      const around = boundary;
      try { return around.settled(around.host.warn(message)); } catch (error) { return around.note(error); }
    },
    setRefusal(kind, message, payload) {
      const around = boundary;
      try { return around.settled(around.host.setRefusal(kind, message, payload)); } catch (error) { return around.note(error); }
    },
    keepRefusal(kind, message, payload) {
      const around = boundary;
      try { return around.settled(around.host.keepRefusal(kind, message, payload)); } catch (error) { return around.note(error); }
    },
    knownDraw() {
      const around = boundary;
      try { return around.settled(around.host.knownDraw()); } catch (error) { return around.note(error); }
    },
    noteDraw(number) {
      const around = boundary;
      try { return around.settled(around.host.noteDraw(number)); } catch (error) { return around.note(error); }
    },
    moment() {
      const around = boundary;
      try { return around.settled(around.host.moment()); } catch (error) { return around.note(error); }
    },
    acted() {
      const around = boundary;
      try { return around.settled(around.host.acted()); } catch (error) { return around.note(error); }
    },
    functionAt(index) {
      const around = boundary;
      try { return around.settled(around.host.functionAt(index)); } catch (error) { return around.note(error); }
    },
    setup(callback, ctx, apis, setupData) {
      const around = boundary;
      try { return around.settled(around.host.setup(callback, ctx, apis, setupData)); } catch (error) { return around.note(error); }
    },
    runMove(callback, g, ctx, apis, args) {
      const around = boundary;
      try { return around.settled(around.host.runMove(callback, g, ctx, apis, args)); } catch (error) { return around.note(error); }
    },
    runHook(callback, g, ctx, apis, method) {
      const around = boundary;
      try { return around.settled(around.host.runHook(callback, g, ctx, apis, method)); } catch (error) { return around.note(error); }
    },
    askValidity(callback, g, ctx, apis, args) {
      const around = boundary;
      try { return around.settled(around.host.askValidity(callback, g, ctx, apis, args)); } catch (error) { return around.note(error); }
    },
    askEnding(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askEnding(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askName(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askName(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askPlayers(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askPlayers(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askPosition(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askPosition(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askFlag(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askFlag(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    setHookMove(name, args) {
      const around = boundary;
      try { return around.settled(around.host.setHookMove(name, args)); } catch (error) { return around.note(error); }
    },
    view(g, ctx, player) {
      const around = boundary;
      try { return around.settled(around.host.view(g, ctx, player)); } catch (error) { return around.note(error); }
    },
    viewPlugins(g, ctx, player) {
      const around = boundary;
      try { return around.settled(around.host.viewPlugins(g, ctx, player)); } catch (error) { return around.note(error); }
    },
    isSameValue(one, other) {
      const around = boundary;
      try { return around.settled(around.host.isSameValue(one, other)); } catch (error) { return around.note(error); }
    },
    isForeseen(seen, foreseen, base) {
      const around = boundary;
      try { return around.settled(around.host.isForeseen(seen, foreseen, base)); } catch (error) { return around.note(error); }
    },
    showsSameEffects(player, one, other) {
      const around = boundary;
      try { return around.settled(around.host.showsSameEffects(player, one, other)); } catch (error) { return around.note(error); }
    },
    askTime(callback, g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askTime(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    playersIn(g, field) {
      const around = boundary;
      try { return around.settled(around.host.playersIn(g, field)); } catch (error) { return around.note(error); }
    },
    markUsed(arg) {
      const around = boundary;
      try { return around.settled(around.host.markUsed(arg)); } catch (error) { return around.note(error); }
    },
    pushData(data) {
      const around = boundary;
      try { return around.settled(around.host.pushData(data)); } catch (error) { return around.note(error); }
    },
    setUpPlugins(ctx) {
      const around = boundary;
      try { return around.settled(around.host.setUpPlugins(ctx)); } catch (error) { return around.note(error); }
    },
    openPlugins(g, ctx, player) {
      const around = boundary;
      try { return around.settled(around.host.openPlugins(g, ctx, player)); } catch (error) { return around.note(error); }
    },
    flushPlugins(g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.flushPlugins(g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askNoClient(g, ctx, apis) {
      const around = boundary;
      try { return around.settled(around.host.askNoClient(g, ctx, apis)); } catch (error) { return around.note(error); }
    },
    askPlugins(g, ctx) {
      const around = boundary;
      try { return around.settled(around.host.askPlugins(g, ctx)); } catch (error) { return around.note(error); }
    },
    runPluginAction(index, data, payload) {
      const around = boundary;
      try { return around.settled(around.host.runPluginAction(index, data, payload)); } catch (error) { return around.note(error); }
    },
    makeCtx(numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers, numMoves, gameover, hasLimits, acting, freezes) {
      const around = boundary;
      try { return around.settled(around.host.makeCtx(numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers, numMoves, gameover, hasLimits, acting, freezes)); } catch (error) { return around.note(error); }
    },
    setLimits(ctx, minMoves, maxMoves, numMoves, previous, next) {
      const around = boundary;
      try { return around.settled(around.host.setLimits(ctx, minMoves, maxMoves, numMoves, previous, next)); } catch (error) { return around.note(error); }
    },
    makeActiveSet(activePlayers, minMoves, maxMoves, numMoves) {
      const around = boundary;
      try { return around.settled(around.host.makeActiveSet(activePlayers, minMoves, maxMoves, numMoves)); } catch (error) { return around.note(error); }
    },
    setTurnWithoutOrder(ctx) {
      const around = boundary;
      try { return around.settled(around.host.setTurnWithoutOrder(ctx)); } catch (error) { return around.note(error); }
    },
    setRemoved(ctx, players) {
      const around = boundary;
      try { return around.settled(around.host.setRemoved(ctx, players)); } catch (error) { return around.note(error); }
    },
    setClock(ctx, now, left, deadlines, isPaused, isHeld, banks, rests, lags) {
      const around = boundary;
      try { return around.settled(around.host.setClock(ctx, now, left, deadlines, isPaused, isHeld, banks, rests, lags)); } catch (error) { return around.note(error); }
    },
    makeList() {
      const around = boundary;
      try { return around.settled(around.host.makeList()); } catch (error) { return around.note(error); }
    },
    pushName(list, name) {
      const around = boundary;
      try { return around.settled(around.host.pushName(list, name)); } catch (error) { return around.note(error); }
    },
    pushValue(list, value) {
      const around = boundary;
      try { return around.settled(around.host.pushValue(list, value)); } catch (error) { return around.note(error); }
    },
    makeMap() {
      const around = boundary;
      try { return around.settled(around.host.makeMap()); } catch (error) { return around.note(error); }
    },
    singleEntry(player, value, isStage) {
      const around = boundary;
      try { return around.settled(around.host.singleEntry(player, value, isStage)); } catch (error) { return around.note(error); }
    },
    putEntry(map, player, value, isStage) {
      const around = boundary;
      try { return around.settled(around.host.putEntry(map, player, value, isStage)); } catch (error) { return around.note(error); }
    },
    putTime(map, player, time) {
      const around = boundary;
      try { return around.settled(around.host.putTime(map, player, time)); } catch (error) { return around.note(error); }
    },
    freeze(object) {
      const around = boundary;
      try { return around.settled(around.host.freeze(object)); } catch (error) { return around.note(error); }
    },
    makePlugins(seed, hasDrawn, c, s0, s1, s2) {
      const around = boundary;
      try { return around.settled(around.host.makePlugins(seed, hasDrawn, c, s0, s1, s2)); } catch (error) { return around.note(error); }
    },
    makeSecurePlugins(drawn) {
      const around = boundary;
      try { return around.settled(around.host.makeSecurePlugins(drawn)); } catch (error) { return around.note(error); }
    },
    putData(plugins, name, data) {
      const around = boundary;
      try { return around.settled(around.host.putData(plugins, name, data)); } catch (error) { return around.note(error); }
    },
    makeNext(next) {
      const around = boundary;
      try { return around.settled(around.host.makeNext(next)); } catch (error) { return around.note(error); }
    },
    addLogEntry(kind, name, args, playerId, credentials, stateId, turn, phase, automatic, redact, metadata) {
      const around = boundary;
      try { return around.settled(around.host.addLogEntry(kind, name, args, playerId, credentials, stateId, turn, phase, automatic, redact, metadata)); } catch (error) { return around.note(error); }
    },
    addLogTime(time, lag) {
      const around = boundary;
      try { return around.settled(around.host.addLogTime(time, lag)); } catch (error) { return around.note(error); }
    },
    addTimeoutEntry(player, deadline, hasFailed, stateId, turn, phase) {
      const around = boundary;
      try { return around.settled(around.host.addTimeoutEntry(player, deadline, hasFailed, stateId, turn, phase)); } catch (error) { return around.note(error); }
    },
    addChosenMove(name, args, redact) {
      const around = boundary;
      try { return around.settled(around.host.addChosenMove(name, args, redact)); } catch (error) { return around.note(error); }
    },
    addHookMetadata(metadata) {
      const around = boundary;
      try { return around.settled(around.host.addHookMetadata(metadata)); } catch (error) { return around.note(error); }
    },
    addEffect(effect) {
      const around = boundary;
      try { return around.settled(around.host.addEffect(effect)); } catch (error) { return around.note(error); }
    },
    noteEffects() {
      const around = boundary;
      try { return around.settled(around.host.noteEffects()); } catch (error) { return around.note(error); }
    },
    addUndoEntry(g, ctx, plugins, playerId, moveType, args) {
      const around = boundary;
      try { return around.settled(around.host.addUndoEntry(g, ctx, plugins, playerId, moveType, args)); } catch (error) { return around.note(error); }
    },
    keepList(isReversed) {
      const around = boundary;
      try { return around.settled(around.host.keepList(isReversed)); } catch (error) { return around.note(error); }
    },
    keepState(g, ctx, plugins, deltalog, undo, redo, stateId) {
      const around = boundary;
      try { return around.settled(around.host.keepState(g, ctx, plugins, deltalog, undo, redo, stateId)); } catch (error) { return around.note(error); }
    },
    setLook(look, g, ctx, stateId, logLength, hasPast, hasFuture, isActive) {
      const around = boundary;
      try { return around.settled(around.host.setLook(look, g, ctx, stateId, logLength, hasPast, hasFuture, isActive)); } catch (error) { return around.note(error); }
    },
    handOver(state) {
      const around = boundary;
      try { return around.settled(around.host.handOver(state)); } catch (error) { return around.note(error); }
    },
    isSame(one, other) {
      const around = boundary;
      try { return around.settled(around.host.isSame(one, other)); } catch (error) { return around.note(error); }
    },
    keepAhead(base, g, ctx, plugins, log, added, stateId, canUndo) {
      const around = boundary;
      try { return around.settled(around.host.keepAhead(base, g, ctx, plugins, log, added, stateId, canUndo)); } catch (error) { return around.note(error); }
    },
    begin(action) {
      const around = boundary;
      try { return around.settled(around.host.begin(action)); } catch (error) { return around.note(error); }
    },
    replays() {
      const around = boundary;
      try { return around.settled(around.host.replays()); } catch (error) { return around.note(error); }
    },
    emits(action, effect) {
      const around = boundary;
      try { return around.settled(around.host.emits(action, effect)); } catch (error) { return around.note(error); }
    },
    waits(action, why) {
      const around = boundary;
      try { return around.settled(around.host.waits(action, why)); } catch (error) { return around.note(error); }
    },
    send(action, seen, seq, first, dependsOn, ahead) {
      const around = boundary;
      try { return around.settled(around.host.send(action, seen, seq, first, dependsOn, ahead)); } catch (error) { return around.note(error); }
    },
    resolve(seq, error) {
      const around = boundary;
      try { return around.settled(around.host.resolve(seq, error)); } catch (error) { return around.note(error); }
    },
    publish(shown) {
      const around = boundary;
      try { return around.settled(around.host.publish(shown)); } catch (error) { return around.note(error); }
    },
    requestSync() {
      const around = boundary;
      try { return around.settled(around.host.requestSync()); } catch (error) { return around.note(error); }
    },
    refuse(error) {
      const around = boundary;
      try { return around.settled(around.host.refuse(error)); } catch (error) { return around.note(error); }
    },
    makeError(kind, message, payload) {
      const around = boundary;
      try { return around.settled(around.host.makeError(kind, message, payload)); } catch (error) { return around.note(error); }
    },
    admit(state, isEnd) {
      const around = boundary;
      try { return around.settled(around.host.admit(state, isEnd)); } catch (error) { return around.note(error); }
    },
    conclude(announcement, error, first, last, ledger) {
      const around = boundary;
      try { return around.settled(around.host.conclude(announcement, error, first, last, ledger)); } catch (error) { return around.note(error); }
    },
    parse(text) {
      const around = boundary;
      try { return around.settled(around.host.parse(text)); } catch (error) { return around.note(error); }
    },
    jsonText(value) {
      const around = boundary;
      try { return around.settled(around.host.jsonText(value)); } catch (error) { return around.noteText(error); }
    },
    seed() {
      const around = boundary;
      try { return around.settled(around.host.seed()); } catch (error) { return around.noteText(error); }
    },
    patched(value, differences) {
      const around = boundary;
      try { return around.settled(around.host.patched(value, differences)); } catch (error) { return around.note(error); }
    },
    mark(value, number) {
      const around = boundary;
      try { return around.settled(around.host.mark(value, number)); } catch (error) { return around.note(error); }
    },
    markOf(value) {
      const around = boundary;
      try { return around.settled(around.host.markOf(value)); } catch (error) { return around.note(error); }
    },
    secureNumber() {
      const around = boundary;
      try { return around.settled(around.host.secureNumber()); } catch (error) { return around.note(error); }
    },
    addCandidate(node, player, name, args, visits, total, proven) {
      const around = boundary;
      try { return around.settled(around.host.addCandidate(node, player, name, args, visits, total, proven)); } catch (error) { return around.note(error); }
    },
    noteFailed(player, name, args, message) {
      const around = boundary;
      try { return around.settled(around.host.noteFailed(player, name, args, message)); } catch (error) { return around.note(error); }
    },
    // End of what is printed.
  };
}

/** The imports of the package's own module. */
export const imports = makeImports();
