import { REFUSAL_INACTIVE_PLAYER } from '../engine/codes.js';
import { GAME_NOT_FOUND, UNAUTHORIZED } from '../online/protocol/errors.js';
import { invalid } from './handle.js';
import type { ActionError } from './handle.js';
import type { SeatID } from './players.js';

/** Reasons for which a client of a master refuses an action, or gives it up. */

export const SPECTATOR: ActionError = { type: REFUSAL_INACTIVE_PLAYER, message: 'spectators cannot act' };
export const GONE = invalid('the client has gone to another match or seat');
export const NOT_STARTED = invalid('the client has not been started: call client.start()');
export const STOPPED = invalid('the client has been stopped: call client.start()');
export const LOST: ActionError = { type: 'match/lost', message: 'the master is back at an earlier state of the match' };
/** Error type of an action whose outcome the client does not learn. */
export const UNANSWERED = 'update/unanswered';
/** Error type for credentials that no longer prove the seat. */
export const SEAT_LOST = 'match/seat_lost';
/** Error type for credentials that have never proved the seat. */
const NOT_ADMITTED = 'match/unauthorized';
/** Refusals that a retry does not change: the match is gone, or this player may not have it. */
const ENDS: readonly (string | undefined)[] = [SEAT_LOST, NOT_ADMITTED, 'match/not_found', 'match/kicked', 'match/banned'];
/** Error type of a transport whose server does not have the game. */
export const NO_GAME = 'game/not_found';
const NOT_HERE: Record<string, string> = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
/** Returns the reason why an action cannot be sent; `null` if it can. */
export function obstacleOf(type: string, sent: unknown): string | null {
  return NOT_HERE[type] ?? (sent ? null : 'arguments that JSON has no text for cannot be sent');
}

/** Returns `true` for an action that was in flight when its page stopped the client, as unmounted components do. */
export function isOfStop({ payload }: ActionError) {
  return (payload as { message?: unknown } | undefined)?.message === STOPPED.message;
}

/** Returns the error of an action in flight whose client leaves or loses the match before the answer. The master may have executed it. */
export function unanswered({ type, message }: ActionError): ActionError {
  return { type: UNANSWERED, message: `no answer arrived; the action may or may not have happened (${message})`, payload: { type, message } };
}

/**
 * Returns `true` if a refusal ends the match for this page, so that its actions in flight are rejected. Temporary failures, for example of
 * the storage, do not. Neither does a server that is older than the match: another node has the match's version.
 */
export function isEnd(refusal: ActionError | null) {
  return ENDS.includes(refusal?.type) || refusal?.message === GAME_NOT_FOUND || isOfVersion(refusal);
}

/** Returns `true` if the server refuses the page's version. */
export function isOfVersion(refusal: ActionError | null) {
  return (refusal?.payload as { client?: unknown } | undefined)?.client !== undefined;
}

/**
 * Returns a master's refusal as its client reports it. If the credentials are wrong, the message names the seat and says what to do. A
 * client that was admitted before has lost its seat, which is normal; otherwise the credentials never belonged to it.
 *
 * @param client `isAdmitted`: the master has sent the match for these credentials
 */
export function explained(refusal: ActionError, { matchID, seat, isAdmitted }: { matchID: unknown, seat: SeatID, isAdmitted: boolean }): ActionError {
  if (refusal.message !== UNAUTHORIZED) return refusal;
  const why = isAdmitted
    ? `player "${seat}" has lost the seat: it was given up, or somebody has joined it since. To play on, join the match again`
    : `the credentials are not those of player "${seat}". Give the client the playerCredentials that joinMatch has returned for this seat, or join the match again`;
  const message = `match ${JSON.stringify(matchID)}: ${why}`;
  if (refusal.type !== 'match/refused') return { ...refusal, message } as ActionError;
  return { type: isAdmitted ? SEAT_LOST : NOT_ADMITTED, message };
}
