import { EVENTS, flattenEvent } from './lib/arguments.js';
import { isDevelopment } from './lib/environment.js';
import { makeEngine, startMatch } from './lib/match.js';
import { flattenState } from './lib/state.js';

/** What running an action comes to; the first three are the engine's own answers. */
const [REFUSED, , WAITS, UNKNOWN_MOVE, UNKNOWN_EVENT] = [0, 1, 2, 3, 4];

/** Where a processed game keeps the one it was made from. */
const SOURCE = Symbol('the game as it was written');

/**
 * The state of a match at its beginning, in boardgame.io's shape.
 *
 * @param {{ game: object, numPlayers?: number, setupData?: unknown }} options
 */
export function InitializeGame({ game, numPlayers, setupData }) {
  const match = makeEngine(unprocessed(game), mode());
  startMatch(match, numPlayers, setupData);
  const { deltalog, ...state } = exported(match);
  match.engine.free();
  // Endings may have been logged already; otherwise boardgame.io has no such field yet.
  return deltalog.length > 0 ? { ...state, deltalog } : state;
}

/**
 * A pure function `(state, action) => state` over states and actions in boardgame.io's shape. A refused
 * action answers the state with `transients.error`.
 *
 * @param {{ game: object, isClient?: boolean }} options
 */
export function CreateGameReducer({ game, isClient = false }) {
  const rules = unprocessed(game);
  const match = makeEngine(rules, mode());
  match.engine.allowNobody();
  const { names } = match;
  const compat = rules.compat === '0.50';
  // The state that the engine holds: most actions follow on the one before.
  let held = null;

  return function reducer(stateWithTransients = null, action) {
    const { transients, ...state } = stateWithTransients ?? {};
    switch (action.type) {
      case 'RESET':
      case 'UPDATE':
      case 'SYNC':
        return action.state;
      case 'MAKE_MOVE':
      case 'GAME_EVENT':
      case 'UNDO':
      case 'REDO':
      case 'PLUGIN':
        return stateWithTransients === null ? null : apply(state, stateWithTransients, action);
      default:
        return stateWithTransients === null ? null : state;
    }
  };

  function apply(state, original, action) {
    const unchanged = action.type === 'PLUGIN' ? state : { ...state, deltalog: [] };
    if (isClient && action.type === 'GAME_EVENT') return unchanged;
    if (held !== original || compat) match.engine.loadState(flattenState(state, names.plugins, compat));
    const { playerID, credentials } = action.payload;
    match.engine.setPlayerID(playerID === undefined || playerID === null ? undefined : String(playerID));
    match.engine.setCredentials(credentials);
    held = null;
    const outcome = run(action);
    if (outcome === WAITS) return unchanged;
    if (outcome === UNKNOWN_MOVE) return withError(unchanged, ['action/unavailable_move']);
    if (outcome === UNKNOWN_EVENT) return withError(unchanged, ['action/action_invalid']);
    if (outcome === REFUSED) return withError(unchanged, match.host.take(match.engine.takeRefusal()));
    const next = exported(match);
    if (isClient || action.type === 'PLUGIN') next.deltalog = unchanged.deltalog;
    // Fields that others have added to the state stay with it.
    held = { ...state, ...next };
    return held;
  }

  function run({ type, payload }) {
    const { engine, host } = match;
    switch (type) {
      case 'MAKE_MOVE': {
        const id = names.moves.indexOf(payload.type);
        if (id === -1) return UNKNOWN_MOVE;
        const args = list(payload.args);
        host.moveName = payload.type;
        host.moveArgs = args;
        if (isClient) return engine.predictMove(id, host.keep(args));
        return Number(engine.makeMove(id, host.keep(args)));
      }
      case 'GAME_EVENT': {
        const kind = EVENTS.indexOf(payload.type);
        if (kind === -1) return UNKNOWN_EVENT;
        return Number(engine.makeEvent(kind, flattenEvent(payload.type, list(payload.args)[0], compat)));
      }
      case 'PLUGIN': {
        const index = names.plugins.indexOf(payload.type);
        return index === -1 ? WAITS : Number(engine.makePluginAction(index, host.keep(payload)));
      }
      default:
        return Number(type === 'UNDO' ? engine.undo() : engine.redo());
    }
  }
}

/**
 * A game with what boardgame.io adds to one: defaults, the names of its moves and plugins, and `flow`.
 *
 * @param {object} game
 */
export function ProcessGameConfig(game) {
  if (game[SOURCE]) return game;
  const { engine, names } = makeEngine(game, mode());
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
    plugins: [],
    playerView: ({ G }) => G,
    ...game,
    moveNames,
    pluginNames,
    flow: { moveNames, enabledEventNames, eventNames: EVENTS, isPlayerActive },
    [SOURCE]: game,
  };
}

function isPlayerActive(_G, { activePlayers, currentPlayer }, playerID) {
  return activePlayers ? Object.hasOwn(activePlayers, playerID) : currentPlayer === playerID;
}

function unprocessed(game) {
  return game[SOURCE] ?? game;
}

function mode() {
  const development = isDevelopment();
  return { development, warn: (message) => development && console.warn(`rondel: ${message}`) };
}

function exported({ engine, host }) {
  const snapshot = engine.snapshot();
  const state = {
    G: host.kept(snapshot.G),
    ctx: host.take(snapshot.ctx),
    plugins: host.take(snapshot.plugins()),
    deltalog: host.take(snapshot.deltalog()),
    _undo: host.take(snapshot.undoStack()),
    _redo: host.take(snapshot.redoStack()),
    _stateID: snapshot.stateID,
  };
  snapshot.free();
  return state;
}

function withError(state, [type, message, payload]) {
  return { ...state, transients: { error: { type, payload: payload ?? message } } };
}

function list(args) {
  if (args === undefined) return [];
  return Array.isArray(args) ? args : [args];
}
