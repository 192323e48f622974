/**
 * What the lobby takes of anybody who asks, and how much one list of it holds: fields of a server's `limits`.
 *
 * @typedef {object} LobbyLimits
 * @property {number} setupDataBytes of a match's `setupData`, as JSON
 * @property {number} setupDataValues in a match's `setupData`
 * @property {number} playerDataBytes of the `data` of all players of a match, as JSON: each seat has an equal share
 * @property {number} listed matches in one list
 * @property {number} listBytes of the matches in one list, which holds one in any case
 */

/** @type {LobbyLimits} */
const USUAL = { setupDataBytes: 100_000, setupDataValues: 10_000, playerDataBytes: 500_000, listed: 100, listBytes: 1_000_000 };

export const LOBBY_AMOUNTS = Object.keys(USUAL);

/**
 * @param {Partial<LobbyLimits>} [limits]
 * @returns {LobbyLimits}
 */
export function lobbyLimitsOf(limits) {
  return { ...USUAL, ...limits };
}

/** The bytes of a value as JSON, as it is stored and sent. */
export function bytesOf(value) {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
