import { FIRST, LAST, SERVER, granted } from './lanes.js';
import { nameOf } from './names.js';
import { shareOf } from './permission.js';

/**
 * The place of a request in the queue of a match.
 *
 * Requests of a connection are done in order. Numbered actions are queued with those of their session, whichever
 * connection they come by: one that is sent again while it waits is done once, and the newer connection is sent the reply.
 *
 * @typedef {{ playerID: string | null, credentials?: unknown, denial: string, isBots?: boolean, permitted?: { metadata?: any }, sender?: unknown }} Seat `isBots`: who
 *   acts for it is one of the match's bots
 *
 * @typedef {object} Asked
 * @property {Seat | null} seat null for a spectator
 * @property {any} [sender]
 * @property {import('./ledger.js').Made} [sync] how an action was made
 * @property {object} [along] the whole match is asked for: a connection needs only the newest reply, and may be served along with
 *   others
 * @property {boolean} [isNote] it notes that a player's connections have been counted, and needs no authentication
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
 * The permission of a request that needs no authentication.
 *
 * @param {Asked} asked
 * @param {{ lane: unknown }} standing
 */
export function unproven({ seat, isNote }, { lane }) {
  if (isNote) return granted(SERVER, FIRST);
  return seat ? granted(shareOf(seat.playerID), FIRST) : granted(lane, LAST);
}

/** Whether the sender's connection has closed. */
export function isGone(sender) {
  return sender?.connection?.isGone === true;
}

/** The seat of a viewer of a match; null for a spectator. Its playerID is null if what was sent is no name of a player. */
export function viewersSeat(playerID, credentials) {
  const isSpectator = playerID === undefined || playerID === null;
  return isSpectator ? null : { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
}
