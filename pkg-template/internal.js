import { readBots } from './lib/ai/bot-settings.js';
import { EVENTS, PROBLEM_STATE } from './lib/engine/codes.js';
import { rondelError } from './lib/util/error.js';
import { openEngine } from './lib/game/match.js';
import { rulesOf } from './lib/game/rules.js';
import { EngineCache, initialState } from './lib/game/engine-cache.js';
import { mode } from './lib/game/mode.js';
import { SOURCE } from './lib/game/source.js';
import { expectGame } from './lib/game/declarations.js';
import { engineOf, createMatch as makeMatch, usualNumPlayers } from './lib/online/match-data.js';
import { KnownViews } from './lib/online/known-views.js';
import { patched } from './lib/online/protocol/patch.js';
import { getFilterPlayerView as makeFilter } from './lib/online/view.js';
import { hasSameMembers } from './lib/util/equal.js';

export { Async, Sync } from './lib/online/storage/storage.js';
export { Transport } from './lib/online/transports/transport.js';

/**
 * The first state and the metadata of a new match.
 *
 * @type {typeof import('./internal.js').createMatch}
 */
export function createMatch(options) {
  expectGame(options?.game);
  const { game, numPlayers = usualNumPlayers(rulesOf(game)), setupData, unlisted } = options;
  return makeMatch({ game, numPlayers, setupData, unlisted, ...readBots(options, { game, numPlayers }) });
}

/**
 * The filter through which a master's messages go on their way to each viewer.
 *
 * @type {typeof import('./internal.js').getFilterPlayerView}
 */
export function getFilterPlayerView(game) {
  expectGame(game);
  const filter = makeFilter(game);
  return (playerID, payload, options) => filter(playerID, payload, { ...options, Views: KnownViews });
}

/**
 * The state of a match at its beginning, in boardgame.io's shape.
 *
 * @type {typeof import('./internal.js').InitializeGame}
 */
export function InitializeGame({ game, numPlayers, setupData } = /** @type {any} */ ({})) {
  const state = initialState(game, { numPlayers, setupData });
  return { ...state, ctx: { ...state.ctx } };
}

/**
 * A pure function `(state, action) => state` over states and actions in boardgame.io's shape. A refused
 * action returns the state with `transients.error`.
 *
 * @type {typeof import('./internal.js').CreateGameReducer}
 */
export function CreateGameReducer({ game, isClient = false } = /** @type {any} */ ({})) {
  const cache = new EngineCache(game);
  // A client runs moves alone; the result of an event comes from the master.
  const predicting = isClient ? new EngineCache(game, { depth: 'moves' }) : cache;
  // What was in each state that the engine knows.
  const known = new WeakMap();

  return function reducer(stateWithTransients = null, action) {
    const state = withoutTransients(stateWithTransients);
    switch (action.type) {
      case 'RESET':
      case 'UPDATE':
      case 'SYNC':
        return action.state;
      case 'PATCH':
        return afterPatch(state, action.patch);
      case 'MAKE_MOVE':
      case 'GAME_EVENT':
      case 'UNDO':
      case 'REDO':
      case 'PLUGIN':
      case 'PLAYER_LEAVE':
        return stateWithTransients === null ? null : apply(state, stateWithTransients, action);
      default:
        return stateWithTransients === null ? null : state;
    }
  };

  function apply(state, original, action) {
    const unchanged = action.type === 'PLUGIN' ? state : { ...state, deltalog: [] };
    if (isClient && action.type === 'GAME_EVENT') return unchanged;
    if (action.type === 'PLUGIN' && !cache.names.plugins.includes(action.payload.type)) return unchanged;
    const runner = action.type === 'MAKE_MOVE' ? predicting : cache;
    const outcome = runner.apply(asItIs(original), action);
    if ('thrown' in outcome) throw outcome.thrown;
    if (outcome.waits !== undefined || outcome.isPart) return unchanged;
    if (outcome.error) return withError(unchanged, outcome.error);
    const { deltalog, ctx, ...next } = outcome.state;
    // Fields that others have added to the state stay with it. Its `ctx` may be written to, as boardgame.io's.
    const result = {
      ...state,
      deltalog: isClient || action.type === 'PLUGIN' ? unchanged.deltalog : deltalog,
      ...next,
      ctx: { ...ctx },
    };
    runner.follow(result, outcome.state);
    note(result);
    return result;
  }

  /** The engine knows a state by its object: one that has been written to since is a new state. */
  function asItIs(state) {
    try {
      const { members, ctx } = known.get(state) ?? note(state);
      return hasSameMembers(state, members) && hasSameMembers(state.ctx, ctx) ? state : { ...state };
    } catch {
      // The engine reports what is wrong with it.
      return state;
    }
  }

  function note(state) {
    const noted = { members: { ...state }, ctx: { ...state.ctx } };
    known.set(state, noted);
    return noted;
  }
}

/**
 * A game with what boardgame.io adds to one: defaults, the names of its moves and plugins, and `flow`.
 *
 * @type {typeof import('./internal.js').ProcessGameConfig}
 */
export function ProcessGameConfig(game) {
  if (game?.[SOURCE]) return /** @type {any} */ (game);
  const { engine, names } = openEngine(rulesOf(game), mode());
  engine.free();
  const moveNames = names.moves;
  const pluginNames = names.plugins;
  const enabledEventNames = names.events.filter((name) => name !== null);
  return {
    name: 'default',
    deltaState: false,
    disableUndo: false,
    setup: () => ({}),
    moves: {},
    onPlayerLeave: ({ G }) => G,
    plugins: [],
    playerView: ({ G }) => G,
    ...game,
    moveNames,
    pluginNames,
    flow: {
      moveNames,
      enabledEventNames,
      eventNames: EVENTS,
      // As boardgame.io's, it does not ask whether the game is over.
      isPlayerActive: (_G, ctx, playerID) => engineOf(game).isActive({ ...ctx, gameover: undefined }, String(playerID)),
    },
    [SOURCE]: game,
  };
}

function afterPatch(state, operations) {
  try {
    return patched(state, operations);
  } catch (error) {
    return withError(state, { type: 'update/patch_failed', payload: [error] });
  }
}

function withoutTransients(stateWithTransients) {
  try {
    const { transients, ...state } = stateWithTransients ?? {};
    return state;
  } catch {
    throw rondelError(PROBLEM_STATE, 'state: cannot be read');
  }
}

/**
 * @param {object} state
 * @param {{ type: string, message?: string, payload?: unknown }} error
 */
function withError(state, { type, message, payload }) {
  return { ...state, transients: { error: { type, payload: payload ?? message } } };
}
