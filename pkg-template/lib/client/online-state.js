import { isEqual } from '../online/protocol/patch.js';

/**
 * A state of an online client: the master's, or with the player's own actions on top.
 *
 * @typedef {object} OnlineState
 * @property {any} view the state in boardgame.io's shape, as the player sees it
 * @property {OnlineLog} log
 * @property {object[]} deltalog what the last action added to the log
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 *
 * @typedef {object} OnlineLog
 * @property {import('./past-log.js').PastLog} past what comes before, as far as it is here; states have it in common
 * @property {object[]} entries of a list that grows, and that states have in common
 * @property {number} length how many of them are this state's
 * @property {object[]} ahead those that are predicted
 */

/** All entries of a log that are here. */
export function entriesOf({ past, entries, length, ahead }) {
  return [...past.entries, ...entries.slice(0, length), ...ahead];
}

/** Whether two states show the same. Equal parts become the same object in both. */
export function showSame(one, other) {
  // First, because it costs nothing.
  if (one.view._stateID !== other.view._stateID) return false;
  let isSameView = true;
  for (const part of ['G', 'ctx', 'plugins']) {
    if (one.view[part] === other.view[part]) continue;
    if (isEqual(one.view[part], other.view[part])) other.view[part] = one.view[part];
    else isSameView = false;
  }
  const isSameRest = one.canUndo === other.canUndo && one.canRedo === other.canRedo && isSameLog(one.log, other.log);
  // Both share one list, so that the next comparison is short.
  if (isSameRest) one.log = other.log;
  return isSameView && isSameRest;
}

function isSameLog(one, other) {
  // Only a log that a master has sent again has another past.
  if (one.past !== other.past) return one.past.isComplete() === other.past.isComplete() && isEqual(entriesOf(one), entriesOf(other));
  if (one.length + one.ahead.length !== other.length + other.ahead.length) return false;
  // Logs that share a list differ at most where something was predicted, at the end.
  const ahead = one.entries === other.entries ? one.ahead.length + other.ahead.length : Infinity;
  const [ends, others] = [one, other].map(({ entries, length, ahead: last }) => {
    return [...entries.slice(Math.max(0, length + last.length - ahead), length), ...last];
  });
  return isEqual(ends, others);
}
