import { REPLAY } from '../game/replay.js';

/** What an operator does who ends a match: no player's action, and in the stored log alone. */
const END_MATCH = 'END_MATCH';

/** The state of a match that has been ended with an outcome. Nothing of the game's is run: what it does at the end may be what the match is ended for. */
export function ended(state, gameover) {
  return { ...state, ctx: { ...state.ctx, gameover }, _stateID: state._stateID + 1 };
}

/** What the log keeps of it, to play the match again. */
export function entryOfEnd({ _stateID, ctx: { turn, phase } }, gameover) {
  return { action: { type: END_MATCH, payload: { gameover } }, _stateID, turn, phase, redact: true, [REPLAY]: { isAlone: true } };
}

export function isEnd({ type }) {
  return type === END_MATCH;
}
