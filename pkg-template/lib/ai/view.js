import { jsonCopy } from '../online/protocol/json-copy.js';
import { getFilterPlayerView } from '../online/view.js';

/**
 * A function that makes of a state what a bot at a seat is handed, and nothing else is: what a player there sees, as a copy of its own.
 *
 * @param {object} game
 * @returns {(state: any, playerID: string) => any}
 */
export function botViewOf(game) {
  const filter = getFilterPlayerView(game);
  // Bots are strangers: what they do to a state later stays with them.
  return (state, playerID) => jsonCopy(filter(playerID, { type: 'update', args: ['', { ...state, deltalog: [] }] }).args[1]);
}
