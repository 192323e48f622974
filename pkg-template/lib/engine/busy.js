import { rondelError } from '../util/error.js';
import { REFUSAL_ACTION_INVALID } from './codes.js';

/** The game whose code runs at this moment for a master in this page, or to predict; `null` if none does. */
export const running = { game: null };

/** What an action gets that was called by the game's own code. */
export function busyRefusal(what) {
  return { type: REFUSAL_ACTION_INVALID, message: `${busy(what)}; call \`events\`, or act when it has returned` };
}

/** What all else throws that changes the client. */
export function busyError(what) {
  return rondelError('client/busy', busy(what));
}

function busy(what) {
  return `a move or hook cannot call ${what}`;
}
