import { rondelError } from '../util/error.js';
import { inspection } from '../util/inspector.js';
import { REFUSAL_ACTION_INVALID } from './codes.js';
import type { ActionError } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** The game whose code runs at this moment for a master in this page, or to predict; `null` if none does. */
export const running: { game: Foreign } = { game: null };

/** The refusal of an action that the game's own code has called. */
export function busyRefusal(what: string): ActionError {
  const remedy = inspection.isRunning ? 'it only observes' : 'call `events`, or act when it has returned';
  return { type: REFUSAL_ACTION_INVALID, message: `${busy(what)}; ${remedy}` };
}

/** The error of any other call that changes the client. */
export function busyError(what: string) {
  return rondelError('client/busy', busy(what));
}

function busy(what: string) {
  return `${inspection.isRunning ? '`inspect`' : 'a move or hook'} cannot call ${what}`;
}
