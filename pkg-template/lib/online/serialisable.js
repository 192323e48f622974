import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';

/**
 * Why an action cannot be sent: the outcome, or what it has added to the log, cannot be serialised. To
 * check `G` would cost too much at each move; in development that is done where the game's code runs.
 */
export function obstacleToSending({ ctx: { gameover }, deltalog }) {
  return gameover === undefined && deltalog.every(isPlainEntry) ? undefined : obstacleIn(deltalog, gameover);
}

/** Why a value cannot be serialised; undefined if it can. */
export function obstacleIn(...values) {
  try {
    JSON.stringify(values);
  } catch (error) {
    return rondelError('game/unserializable', messageOf(error));
  }
  return undefined;
}

/** Arguments that clients have sent are a list, and were text before; those of calls in a game's code are not. */
function isPlainEntry({ metadata, action: { payload: { args } } }) {
  return metadata === undefined && (args === true || Array.isArray(args));
}
