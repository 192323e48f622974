import { jsonCopy } from '../util/json-copy.js';
import { getFilterPlayerView } from '../online/view.js';

/**
 * A function that makes of a state what a bot at a seat is given: what a player there sees, and nothing else, as a copy of its own.
 *
 * @param {object} game
 * @returns {(state: any, playerID: string) => any}
 */
export function botViewOf(game) {
  const filter = getFilterPlayerView(game);
  // Bots are not trusted: they may change the state later.
  return (state, playerID) => jsonCopy(filter(playerID, { type: 'update', args: ['', { ...state, deltalog: [] }] }).args[1]);
}
