import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { played } from './played.js';

/**
 * Replays a match, as a storage has it.
 *
 * @type {typeof import('../../testing.js').replayMatch}
 */
export function replayMatch(game, stored) {
  if (!isObject(stored?.initialState) || !Array.isArray(stored.log)) {
    throw rondelError('testing/replay', 'replayMatch: expected what a storage has as `initialState` and `log` of a match');
  }
  let { initialState: state } = stored;
  for (const step of played(game, stored)) ({ state } = step);
  return state;
}
