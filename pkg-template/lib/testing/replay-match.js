import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { Draws } from '../engine/secure-numbers.js';
import { drawing } from '../game/drawing.js';
import { EngineCache } from '../game/engine-cache.js';
import { REPLAY, isForReplay } from '../game/replay.js';
import { messageOf } from '../util/report.js';

/**
 * Plays a match again, as a storage has it.
 *
 * @type {typeof import('../../testing.js').replayMatch}
 */
export function replayMatch(game, stored) {
  if (!isObject(stored?.initialState) || !Array.isArray(stored.log)) {
    throw rondelError('testing/replay', 'replayMatch: expected what a storage has as `initialState` and `log` of a match');
  }
  const { initialState, log, state: last } = stored;
  let state = initialState;
  let isSecure = drewSecurely(state);
  const caches = {};
  for (const { action, drawn, stateID } of actionsOf(log)) {
    // A master may have begun to draw securely in the midst of the match.
    isSecure ||= drawn !== undefined;
    state = played(cacheFor(isSecure), state, { action, drawn, stateID });
  }
  if (last && last._stateID !== state._stateID) throw missing(state._stateID);
  return state;

  function cacheFor(isSecureNow) {
    const random = isSecureNow ? 'secure' : 'seeded';
    return (caches[random] ??= new EngineCache(drawing(game, random)));
  }
}

function drewSecurely({ plugins }) {
  return plugins?.random?.drawn !== undefined;
}

/** The actions of a log, each with the numbers that it drew: mostly the first entry of those that have its `_stateID`. */
function* actionsOf(log) {
  let before = -1;
  for (const entry of log) {
    const { _stateID: stateID, action, [REPLAY]: kept } = entry;
    if (stateID === before) continue;
    // What plugins are sent changes no `_stateID`.
    before = isForReplay(entry) ? -1 : stateID;
    yield { action: kept?.action ?? action, drawn: kept?.drawn, stateID };
  }
}

function played(cache, state, { action, drawn, stateID }) {
  if (stateID !== state._stateID) throw missing(state._stateID);
  const { type, payload } = action;
  const outcome = cache.apply(state, { type, payload }, new Draws(drawn, exhausted));
  if (outcome.state) return outcome.state;
  const why = 'thrown' in outcome ? messageOf(outcome.thrown) : outcome.error?.message;
  throw rondelError('testing/replay', `the action of state ${stateID} cannot be played again: ${why}`, { stateID, action });
}

/** @returns {never} */
function exhausted() {
  throw rondelError('testing/replay', 'the action draws more numbers than it did at first');
}

function missing(stateID) {
  return rondelError('testing/replay', `the log does not say what was done in state ${stateID}`, { stateID });
}
