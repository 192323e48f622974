// The functions that a search imports from JavaScript. src/js/bots/imports.rs declares them. They work like those of src/js/imports.js, in a separate
// file because no other module needs them.

/**
 * The boundary of the module's instance.
 *
 * @type {import('../../../pkg-template/lib/engine/boundary.js').Boundary}
 */
let boundary;

export const searchImports = {
  /** From now on imports are those of another instance. */
  setBoundary(around) {
    boundary = around;
  },

  // Printed by scripts/imports.mjs:
  forkG(g) {
    const around = boundary;
    try { return around.settled(around.host.forkG(g)); } catch (error) { return around.note(error); }
  },
  runMoveInPlace(callback, g, ctx, apis, args) {
    const around = boundary;
    try { return around.settled(around.host.runMoveInPlace(callback, g, ctx, apis, args)); } catch (error) { return around.note(error); }
  },
  runHookInPlace(callback, g, ctx, apis, method) {
    const around = boundary;
    try { return around.settled(around.host.runHookInPlace(callback, g, ctx, apis, method)); } catch (error) { return around.note(error); }
  },
  askEndingOf(callback, g, ctx, apis) {
    const around = boundary;
    try { return around.settled(around.host.askEndingOf(callback, g, ctx, apis)); } catch (error) { return around.note(error); }
  },
  outcomeId() {
    const around = boundary;
    try { return around.settled(around.host.outcomeId()); } catch (error) { return around.note(error); }
  },
  showCtx(forCallbacks, ofState) {
    const around = boundary;
    try { return around.settled(around.host.showCtx(forCallbacks, ofState)); } catch (error) { return around.note(error); }
  },
  updateCtx(turn, currentPlayer, playOrderPos, phase, numMoves, acting) {
    const around = boundary;
    try { return around.settled(around.host.updateCtx(turn, currentPlayer, playOrderPos, phase, numMoves, acting)); } catch (error) { return around.note(error); }
  },
  listActions(g, ctx, player) {
    const around = boundary;
    try { return around.settled(around.host.listActions(g, ctx, player)); } catch (error) { return around.note(error); }
  },
  actionAt(number) {
    const around = boundary;
    try { return around.settled(around.host.actionAt(number)); } catch (error) { return around.note(error); }
  },
  argsAt(number) {
    const around = boundary;
    try { return around.settled(around.host.argsAt(number)); } catch (error) { return around.note(error); }
  },
  drawAction(g, ctx, player, number) {
    const around = boundary;
    try { return around.settled(around.host.drawAction(g, ctx, player, number)); } catch (error) { return around.note(error); }
  },
  drawAgain(number) {
    const around = boundary;
    try { return around.settled(around.host.drawAgain(number)); } catch (error) { return around.note(error); }
  },
  drawnArgs() {
    const around = boundary;
    try { return around.settled(around.host.drawnArgs()); } catch (error) { return around.note(error); }
  },
  makeUpG(g, ctx, number) {
    const around = boundary;
    try { return around.settled(around.host.makeUpG(g, ctx, number)); } catch (error) { return around.note(error); }
  },
  isSameG(one, other) {
    const around = boundary;
    try { return around.settled(around.host.isSameG(one, other)); } catch (error) { return around.note(error); }
  },
  setSeats(players) {
    const around = boundary;
    try { return around.settled(around.host.setSeats(players)); } catch (error) { return around.note(error); }
  },
  judgeMatch(outcome, g, ctx) {
    const around = boundary;
    try { return around.settled(around.host.judgeMatch(outcome, g, ctx)); } catch (error) { return around.note(error); }
  },
  askObjectives(g, ctx, player) {
    const around = boundary;
    try { return around.settled(around.host.askObjectives(g, ctx, player)); } catch (error) { return around.note(error); }
  },
  noteThrown(player, action) {
    const around = boundary;
    try { return around.settled(around.host.noteThrown(player, action)); } catch (error) { return around.note(error); }
  },
  noteRefused(player, action, message) {
    const around = boundary;
    try { return around.settled(around.host.noteRefused(player, action, message)); } catch (error) { return around.note(error); }
  },
  report(findings) {
    const around = boundary;
    try { return around.settled(around.host.report(findings)); } catch (error) { return around.note(error); }
  },
  // End of what is printed.
};
