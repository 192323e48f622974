import { REFUSAL_INACTIVE_PLAYER } from '../engine/codes.js';
import { invalid } from './handle.js';
import type { ActionError } from './handle.js';
import type { SeatID } from './players.js';

/** Why a client of a master refuses an action, or gives it up. */

export const SPECTATOR: ActionError = { type: REFUSAL_INACTIVE_PLAYER, message: 'spectators cannot act' };
export const GONE = invalid('the client has gone to another match or seat');
export const NOT_STARTED = invalid('the client has not been started: call client.start()');
export const STOPPED = invalid('the client has been stopped: call client.start()');
export const LOST: ActionError = { type: 'match/lost', message: 'the master is back at an earlier state of the match' };
/** The type of the error of an action whose outcome the client does not learn. */
export const UNANSWERED = 'update/unanswered';
/** The type of the refusal that a client gets whose credentials no longer prove its seat. */
export const SEAT_LOST = 'match/seat_lost';
/** The type of the refusal that a client gets whose credentials have never proved its seat. */
const NOT_ADMITTED = 'match/unauthorized';
/** The types of refusals that a retry does not change: the match is gone, or this player may not have it. */
const ENDS: readonly (string | undefined)[] = [SEAT_LOST, NOT_ADMITTED, 'match/not_found', 'match/kicked', 'match/banned'];
/** The message of such a refusal whose type is `match/refused`. */
const GAME_NOT_FOUND = 'game not found';
/** A master's message for credentials that are not those of the seat. It does not know whether the client had the seat. */
const UNAUTHORIZED = 'unauthorized';
/** The type of a transport's trouble when the server has no such game. */
export const NO_GAME = 'game/not_found';
const NOT_HERE: Record<string, string> = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
/** Why an action cannot be sent. */
export function obstacleOf(type: string, sent: unknown): string | null {
  return NOT_HERE[type] ?? (sent ? null : 'arguments that JSON has no text for cannot be sent');
}

/** Returns `true` for the error of an action that was in flight when its page stopped the client, as components do that are unmounted. */
export function isOfStop({ payload }: ActionError) {
  return (payload as { message?: unknown } | undefined)?.message === STOPPED.message;
}

/** The error of an action in flight whose client leaves the match, or loses it, before the master has answered: the master may have done it. */
export function unanswered({ type, message }: ActionError): ActionError {
  return { type: UNANSWERED, message: `no answer arrived, and the action may have been done (${message})`, payload: { type, message } };
}

/**
 * Returns `true` if a refusal ends the match for this page, so that its actions in flight are rejected. Failures that pass, such as of
 * the storage, are no end, and neither is a server that is older than the match: another node has the match's version.
 */
export function isEnd(refusal: ActionError | null) {
  return ENDS.includes(refusal?.type) || refusal?.message === GAME_NOT_FOUND || isOfVersion(refusal);
}

/** Returns `true` if the server refuses the page's version. */
export function isOfVersion(refusal: ActionError | null) {
  return (refusal?.payload as { client?: unknown } | undefined)?.client !== undefined;
}

/**
 * A master's refusal as its client reports it. For credentials that the master does not accept it says whose seat that is, and what to do:
 * a client that the master has let in before has lost the seat, which is normal; otherwise the credentials are wrong.
 *
 * @param client `isAdmitted`: the master has sent it the match for these credentials
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
