import { REFUSAL_INACTIVE_PLAYER } from '../engine/codes.js';
import { invalid } from './handle.js';

/** Why a client of a master refuses an action, or gives it up. */

export const SPECTATOR = { type: REFUSAL_INACTIVE_PLAYER, message: 'spectators cannot act' };
export const GONE = invalid('the client has gone to another match or seat');
export const NOT_STARTED = invalid('the client has not been started: call client.start()');
/** @type {import('./handle.js').ActionError} */
export const LOST = { type: 'match/lost', message: 'the master is back at an earlier state of the match' };
/** What a master says of a match that it does not have, or that somebody is to play no more; what older ones say with another type. */
const ENDS = ['match/not_found', 'match/kicked', 'match/banned'];
const NOT_FOUND = 'game not found';
const NOT_HERE = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
/** Why an action is none that can be sent. */
export function obstacleOf(type, sent) {
  return NOT_HERE[type] ?? (sent ? null : 'arguments that JSON has no text for cannot be sent');
}

/** Whether a client that has had the match is not to wait any more. */
export function isEnd(refusal) {
  return ENDS.includes(refusal?.type) || refusal?.message === NOT_FOUND;
}
