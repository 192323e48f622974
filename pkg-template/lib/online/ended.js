import { REPLAY } from '../game/replay.js';

/** The type of the log entry for a match that an operator has ended: no player's action, and in the stored log alone. */
const END_MATCH = 'END_MATCH';

/** The state of a match that has been ended with an outcome. No code of the game is run: a fault in its `onEnd` may be why the match is ended. */
export function ended(state, gameover) {
  return { ...state, ctx: { ...state.ctx, gameover }, _stateID: state._stateID + 1 };
}

/** The log entry, by which the match can be replayed. */
export function entryOfEnd({ _stateID, ctx: { turn, phase } }, gameover) {
  return { action: { type: END_MATCH, payload: { gameover } }, _stateID, turn, phase, redact: true, [REPLAY]: { isAlone: true } };
}

export function isEnd({ type }) {
  return type === END_MATCH;
}
