import { credentialsOf, matchNameOf, nameOf } from './names.js';

/**
 * What a client asks for: a match, a seat, and the credentials for it; a spectator has no seat. Connections
 * keep it as long as they last, and so nothing else of a message is in it.
 *
 * @typedef {{ matchID: string, playerID: string | null | undefined, credentials: string | undefined }} AskedSeat
 */

/**
 * Reads the arguments of a `sync`: the seat that they ask for, or why there is none.
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
