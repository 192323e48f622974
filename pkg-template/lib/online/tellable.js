import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';

/**
 * Why nobody could be told what an action has added to a match: JSON has no text for the outcome, or for what stands in the log. To
 * look at `G` would cost too much at each move; the game's code does that in development.
 */
export function obstacleToTelling({ ctx: { gameover }, deltalog }) {
  return gameover === undefined && deltalog.every(isPlainEntry) ? undefined : obstacleIn(deltalog, gameover);
}

/** Why JSON has no text for something; undefined if it has. */
export function obstacleIn(...values) {
  try {
    JSON.stringify(values);
  } catch (error) {
    return rondelError('game/unserializable', messageOf(error));
  }
  return undefined;
}

/** What clients send is a list, and has been text already; what is called by a game's code is not. */
function isPlainEntry({ metadata, action: { payload: { args } } }) {
  return metadata === undefined && (args === true || Array.isArray(args));
}
