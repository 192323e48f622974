import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';

/** Why an action cannot be sent: an argument that it has added to the log cannot be serialised. The host has seen to the rest (`asStored`). */
export function obstacleToSending({ deltalog }) {
  return deltalog.every(hasPlainArguments) ? undefined : obstacleIn(deltalog);
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
function hasPlainArguments({ action: { payload: { args } } }) {
  return args === true || Array.isArray(args);
}
