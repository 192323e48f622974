import { REFUSAL_INACTIVE_PLAYER } from '../engine/codes.js';
import { invalid } from './handle.js';

/** Why a client of a master refuses an action, or gives it up. */

export const SPECTATOR = { type: REFUSAL_INACTIVE_PLAYER, message: 'spectators cannot act' };
export const GONE = invalid('the client has gone to another match or seat');
export const NOT_STARTED = invalid('the client has not been started: call client.start()');
/** @type {import('./handle.js').ActionError} */
export const LOST = { type: 'match/lost', message: 'the master is back at an earlier state of the match' };
/** The types of refusals that a retry does not change: the match is gone, or this player may not have it. */
const ENDS = ['match/not_found', 'match/kicked', 'match/banned'];
/** The messages of such refusals whose type is `match/refused`. */
const END_MESSAGES = ['game not found', 'unauthorized'];
/** The type of a transport's trouble when the server has no such game. */
export const NO_GAME = 'game/not_found';
const NOT_HERE = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
/** Why an action cannot be sent. */
export function obstacleOf(type, sent) {
  return NOT_HERE[type] ?? (sent ? null : 'arguments that JSON has no text for cannot be sent');
}

/**
 * Returns `true` if a refusal ends the match for this page, so that its actions in flight are rejected. Failures that pass, such as of
 * the storage, are no end, and neither is a server that is older than the match: another node has the match's version.
 */
export function isEnd(refusal) {
  return ENDS.includes(refusal?.type) || END_MESSAGES.includes(refusal?.message) || refusal?.payload?.client !== undefined;
}
