import { REFUSAL_INVALID_MOVE, REFUSAL_PLUGIN_INVALID } from '../engine/codes.js';
import { rondelError } from '../util/error.js';
import { PREDICTED, PREDICTIONS } from './predictions.js';
import { WAIT_CALLS_EVENTS, WAIT_IS_EVENT, WAIT_THROWN, WAIT_UNSEEN } from './wait-reason.js';

/** How far a client predicts: one of `'moves'`, `'flow'` and `'none'`. */
export function checkedDepth(depth) {
  if (PREDICTIONS.includes(depth)) return depth;
  throw rondelError('client/predict', `predict: expected ${PREDICTED}`);
}

/** What the game's code refuses; the rest is refused by the rules, which go by `ctx`, and everybody sees all of that. */
const BY_THE_GAME = [REFUSAL_INVALID_MOVE, REFUSAL_PLUGIN_INVALID];

/**
 * What a client can tell of an action: the `error` that refuses it; or the `state` after it, whether the player's turn,
 * phase or stage began anew with it (`entered`), and whether the rest of it waits for the master (`isPart`); or that it
 * comes to nothing here, where the master may see more (`isDoubted`).
 *
 * @typedef {{ state?: object, entered?: boolean, isPart?: boolean, error?: object, isDoubted?: boolean }} Predicted
 */

/**
 * Predicts what comes of the player's actions before the master has answered: nothing, if only the master can tell.
 *
 * @param {import('../game/engine-cache.js').EngineCache} cache
 * @param {object} options
 * @param {'moves' | 'flow' | 'none'} options.depth
 * @param {boolean} options.hides whether the game's code may look at what this page does not have
 * @param {(state: object) => boolean} options.isConfirmed whether a state is the master's, and not predicted itself
 * @param {() => boolean} options.isSameGame whether the master's game has the version of this one
 * @param {(name: string, why: number, thrown?: { error: unknown }) => void} options.waits is told why an action, or a part of it, does not show at once
 */
export function makePredictor(cache, { depth, hides, isConfirmed, isSameGame, waits }) {
  return predict;

  /** @returns {Predicted | void} */
  function predict(base, action) {
    try {
      return predicted(base, action);
    } catch (thrown) {
      return waits(action.payload.type, WAIT_THROWN, { error: thrown });
    }
  }

  /** @returns {Predicted | void} */
  function predicted(base, action) {
    const { type, payload } = action;
    const seat = payload.playerID;
    if (depth === 'none' || !isSameGame() || (type !== 'MAKE_MOVE' && type !== 'GAME_EVENT')) return undefined;
    const error = cache.check(base.view, action);
    if (error) return hides && !isConfirmed(base) ? doubted(payload.type) : { error };
    if (type === 'GAME_EVENT' && depth === 'moves') return waits(payload.type, WAIT_IS_EVENT);
    const outcome = cache.apply(base.view, action);
    if ('thrown' in outcome) return waits(payload.type, WAIT_THROWN, { error: outcome.thrown });
    if (outcome.waits !== undefined) return waits(payload.type, outcome.waits);
    if (outcome.error) return hides && BY_THE_GAME.includes(outcome.error.type) ? doubted(payload.type) : { error: outcome.error };
    const next = viewOf(outcome.state, base.view);
    cache.follow(next, outcome.state);
    const { deltalog } = outcome.state;
    const log = { ...base.log, ahead: [...base.log.ahead, ...deltalog] };
    const entered = outcome.entered === true || outcome.entered.includes(seat);
    const rights = cache.stepRights(next);
    const canUndo = rights !== null && rights.playerID === seat && rights.canUndo;
    if (outcome.isPart) waits(payload.type, WAIT_CALLS_EVENTS);
    return { state: { view: next, log, deltalog, canUndo, canRedo: false }, entered, isPart: outcome.isPart };
  }

  function doubted(name) {
    waits(name, WAIT_UNSEEN);
    return { isDoubted: true };
  }

  /** A predicted state as its player sees it: what only the master has, such as other plugins' data, stays as it was. */
  function viewOf({ G, ctx, plugins, _undo, _stateID }, { plugins: known }) {
    const own = cache.names.plugins.filter((name) => plugins[name]).map((name) => [name, plugins[name]]);
    const seen = own.length > 0 ? { ...known, ...Object.fromEntries(own) } : known;
    return { G, ctx, plugins: seen, _undo, _redo: [], _stateID };
  }
}
