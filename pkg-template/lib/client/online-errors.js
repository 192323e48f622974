import { REFUSAL_INACTIVE_PLAYER } from '../engine/codes.js';
import { invalid } from './handle.js';

/** Why a client of a master refuses an action, or gives it up. */

export const SPECTATOR = { type: REFUSAL_INACTIVE_PLAYER, message: 'spectators cannot act' };
export const GONE = invalid('the client has gone to another match or seat');
export const NOT_STARTED = invalid('the client has not been started: call client.start()');
/** @type {import('./handle.js').ActionError} */
export const LOST = { type: 'match/lost', message: 'the master is back at an earlier state of the match' };
/** Why a match is over for a client: the master does not have it, or has removed the player; older masters send another type. */
const ENDS = ['match/not_found', 'match/kicked', 'match/banned'];
const NOT_FOUND = 'game not found';
const NOT_HERE = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
/** Why an action cannot be sent. */
export function obstacleOf(type, sent) {
  return NOT_HERE[type] ?? (sent ? null : 'arguments that JSON has no text for cannot be sent');
}

/** Whether a client that has had the match is to stop waiting. */
export function isEnd(refusal) {
  return ENDS.includes(refusal?.type) || refusal?.message === NOT_FOUND;
}
