import { rondelError } from '../util/error.js';
import { REFUSAL_ACTION_INVALID } from './codes.js';

/** The game whose code runs at this moment for a master in this page, or to predict; `null` if none does. */
export const running = { game: null };

/** The refusal of an action that the game's own code has called. */
export function busyRefusal(what) {
  return { type: REFUSAL_ACTION_INVALID, message: `${busy(what)}; call \`events\`, or act when it has returned` };
}

/** The error of any other call that changes the client. */
export function busyError(what) {
  return rondelError('client/busy', busy(what));
}

function busy(what) {
  return `a move or hook cannot call ${what}`;
}
