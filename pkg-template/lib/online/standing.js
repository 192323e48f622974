import { FIRST, HOUSE, LAST, granted } from './lanes.js';
import { nameOf } from './names.js';
import { shareOf } from './permission.js';

/**
 * Where in the queue of a match stands what somebody asks of it.
 *
 * What a connection asks for is done in its order. Actions that are numbered stand with those of their session, whichever
 * connection they come by: one that is sent again while it waits is done once, and the newer connection gets the answer.
 *
 * @typedef {{ playerID: string | null, credentials?: unknown, denial: string, isBots?: boolean, permitted?: { metadata?: any } }} Seat `isBots`: who
 *   acts for it is one of the match's bots
 *
 * @typedef {object} Asked
 * @property {Seat | null} seat null for a spectator
 * @property {any} [sender]
 * @property {import('./ledger.js').Made} [sync] how an action was made
 * @property {object} [along] all of a match is asked for: a connection needs no answer but the newest, and may be served along with
 *   others
 * @property {boolean} [isNote] that a player's connections have been counted, whoever they are
 *
 * @param {Asked} asked
 */
export function standingOf({ seat, sender, sync, along, isNote = false }) {
  if (isNote) return { lane: 'connections', key: String(seat?.playerID) };
  const owner = sender?.connection;
  const who = [seat?.playerID ?? null, typeof seat?.credentials === 'string' ? seat.credentials : null];
  const lane = sync ? JSON.stringify([...who, sync.session]) : owner ?? JSON.stringify(who);
  const key = sync ? String(sync.seq) : along && owner ? 'sync' : undefined;
  return { lane, key, owner, along, isLasting: !along };
}

/**
 * The permission of those who need not prove who they are.
 *
 * @param {Asked} asked
 * @param {{ lane: unknown }} standing
 */
export function unproven({ seat, isNote }, { lane }) {
  if (isNote) return granted(HOUSE, FIRST);
  return seat ? granted(shareOf(seat.playerID), FIRST) : granted(lane, LAST);
}

/** Whether nobody hears an answer any more. */
export function isGone(sender) {
  return sender?.connection?.isGone === true;
}

/** The seat of whoever wants to see a match; null for a spectator. What is no name of a player is null in it. */
export function viewersSeat(playerID, credentials) {
  const isSpectator = playerID === undefined || playerID === null;
  return isSpectator ? null : { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
}
