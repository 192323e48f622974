import { credentialsOf, matchNameOf, nameOf } from './names.js';

/**
 * Where a client asks to be: at which match, at whose seat, and what shows that it is theirs; a spectator has no seat. Connections
 * remember it as long as they last, and so nothing else of a message is in it.
 *
 * @typedef {{ matchID: string, playerID: string | null | undefined, credentials: string | undefined }} AskedSeat
 */

/**
 * The arguments of a `sync`, read: what they ask for, or why that is nowhere.
 *
 * @param {any[]} args
 * @returns {AskedSeat | { error: string }}
 */
export function readAskedSeat([matchID, playerID, credentials]) {
  const match = matchNameOf(matchID);
  const player = playerID === undefined || playerID === null ? playerID : nameOf(playerID);
  if (player === null && playerID !== null) return { error: 'unauthorized' };
  if (match === null) return { error: 'game not found' };
  return { matchID: match, playerID: player, credentials: credentialsOf(credentials) };
}

/**
 * @param {AskedSeat} seat
 * @param {AskedSeat | null} other
 */
export function isSameSeat(seat, other) {
  return other !== null
    && seat.matchID === other.matchID && seat.playerID === other.playerID && seat.credentials === other.credentials;
}
