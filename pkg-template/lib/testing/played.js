import { Draws } from '../engine/draws.js';
import { drawing } from '../game/drawing.js';
import { EngineCache } from '../game/engine-cache.js';
import { REPLAY, isForReplay } from '../game/replay.js';
import { ended, isEnd } from '../online/ended.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';

/**
 * Replays a match from what is stored of it: yields after each action the `state`, and the `entries` that the log has of it. Throws
 * `testing/replay` if an action cannot be replayed, or the log ends before the last `state`.
 *
 * @param {object} game
 * @param {{ initialState: any, log: any[], state?: any }} stored
 * @returns {Generator<{ stateID: number, action: any, entries: any[], state: any }>}
 */
export function* played(game, { initialState, log, state: last }) {
  let state = initialState;
  let isSecure = drewSecurely(state);
  const caches = {};
  for (const { action, drawn, stateID, entries } of actionsOf(log)) {
    // A master may have begun to draw securely in the midst of the match.
    isSecure ||= drawn !== undefined;
    if (stateID !== state._stateID) throw missing(state._stateID);
    state = isEnd(action) ? ended(state, action.payload.gameover) : acted(cacheFor(isSecure), state, { action, drawn, stateID });
    yield { stateID, action, entries, state };
  }
  if (last && last._stateID !== state._stateID) throw missing(state._stateID);

  function cacheFor(isSecureNow) {
    const random = isSecureNow ? 'secure' : 'seeded';
    return (caches[random] ??= new EngineCache(drawing(game, random), { isStored: true }));
  }
}

function drewSecurely({ plugins }) {
  return plugins?.random?.drawn !== undefined;
}

/** The actions of a log, each with its entries and the numbers that it drew: mostly its first entry has the action. */
function* actionsOf(log) {
  /** @type {any} */
  let open = null;
  for (const entry of log) {
    const { _stateID: stateID, action, [REPLAY]: kept } = entry;
    // Actions of plugins change no `_stateID`.
    if (open && stateID === open.stateID && !isForReplay(open.entries[0])) {
      open.entries.push(entry);
      continue;
    }
    if (open) yield open;
    open = { stateID, action: kept?.action ?? action, drawn: kept?.drawn, entries: [entry] };
  }
  if (open) yield open;
}

function acted(cache, state, { action, drawn, stateID }) {
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
