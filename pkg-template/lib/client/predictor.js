import { rondelError } from '../util/error.js';
import { messageOf } from '../util/report.js';

const PREDICTIONS = ['moves', 'flow', 'none'];

/** How far a client predicts: one of `'moves'`, `'flow'` and `'none'`. */
export function checkedDepth(depth) {
  if (PREDICTIONS.includes(depth)) return depth;
  throw rondelError('client/predict', `predict: expected ${PREDICTIONS.map((name) => `'${name}'`).join(', ')}`);
}

/**
 * Predicts what comes of the player's actions before the master has answered. For the module the answer is
 * `[state, entered]`, `[undefined, false, error]`, or nothing if only the master can tell.
 *
 * @param {import('../game/engine-cache.js').EngineCache} cache
 * @param {{ depth: 'moves' | 'flow' | 'none', waits: (name: string, why: string) => void }} options
 */
export function makePredictor(cache, { depth, waits }) {
  return predict;

  /** @returns {[state?: object, entered?: boolean, error?: object] | void} */
  function predict(base, action) {
    try {
      return predicted(base, action);
    } catch (thrown) {
      return waits(action.payload.type, `it throws here (${messageOf(thrown)})`);
    }
  }

  /** @returns {[state?: object, entered?: boolean, error?: object] | void} */
  function predicted(base, action) {
    const { type, payload } = action;
    const seat = payload.playerID;
    if (depth === 'none' || (type !== 'MAKE_MOVE' && type !== 'GAME_EVENT')) return undefined;
    const error = cache.check(base.view, action);
    if (error) return [undefined, false, error];
    if (type === 'GAME_EVENT' && depth === 'moves') return undefined;
    const outcome = cache.apply(base.view, action);
    if ('thrown' in outcome) return waits(payload.type, `it throws here (${messageOf(outcome.thrown)})`);
    if (outcome.waits) return waits(payload.type, 'only the master knows what comes of it');
    if (outcome.error) return [undefined, false, outcome.error];
    const next = viewOf(outcome.state, base.view);
    cache.follow(next, outcome.state);
    const { deltalog } = outcome.state;
    const log = { ...base.log, ahead: [...base.log.ahead, ...deltalog] };
    const entered = outcome.entered === true || outcome.entered.includes(seat);
    const rights = cache.stepRights(next);
    const canUndo = rights !== null && rights.playerID === seat && rights.canUndo;
    return [{ view: next, log, deltalog, canUndo, canRedo: false }, entered];
  }

  /** A predicted state as its player sees it: what only the master has, such as other plugins' data, stays as it was. */
  function viewOf({ G, ctx, plugins, _undo, _stateID }, { plugins: known }) {
    const own = cache.names.plugins.filter((name) => plugins[name]).map((name) => [name, plugins[name]]);
    const seen = own.length > 0 ? { ...known, ...Object.fromEntries(own) } : known;
    return { G, ctx, plugins: seen, _undo, _redo: [], _stateID };
  }
}
