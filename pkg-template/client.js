import { flattenEvent } from './lib/arguments.js';
import { readDefinition } from './lib/definition.js';
import { isDevelopment } from './lib/environment.js';
import { CONFIRMED, rejected } from './lib/handle.js';
import { Host } from './lib/host.js';
import { loadEngine } from './lib/load-engine.js';

/**
 * A match of a game, in boardgame.io's shape: `moves`, `events`, `getState()`, `subscribe()` and the rest.
 * It answers synchronously. The client is a frozen object of closures, so that it may be taken apart, put
 * into reactive state and called with or without `new`.
 *
 * @param {import('./client.d.ts').ClientOpts} options
 * @throws {Error} if the game's definition has a mistake; the message begins with the path of the field
 */
export function Client(options) {
  const { game, setupData, multiplayer, numPlayers = 2, debug } = options ?? {};
  if (multiplayer) {
    throw new Error('multiplayer: this version of Rondel plays in one page only');
  }
  const development = isDevelopment() && debug !== false;
  const match = startMatch(game, checkedNumPlayers(numPlayers), setupData, development);
  const { engine, host } = match;
  const compat = game.compat === '0.50';
  const subscribers = new Set();
  let { matchID = 'default', playerID, credentials } = options;
  let isDisposed = false;
  let log = { entries: [] };
  let state = null;
  engine.setPlayerID(playerID ?? undefined);
  engine.setCredentials(credentials);
  const initialState = stateNow();

  function publish() {
    state = null;
    if (subscribers.size === 0) return;
    for (const subscriber of [...subscribers]) {
      if (subscribers.has(subscriber)) notify(subscriber, getState());
    }
  }

  /** Runs an action of the engine and tells the subscribers. */
  function act(what, run) {
    if (isDisposed) return refuse(what, 'action/action_invalid', 'the client has been disposed of');
    if (!run()) {
      // boardgame.io counts moves in place: even a refused one leaves its mark.
      if (compat) state = null;
      const [type, message, payload] = engine.takeRefusal();
      return refuse(what, type, message, payload);
    }
    publish();
    return CONFIRMED;
  }

  function refuse(what, type, message, payload) {
    if (development) console.error(`rondel: ${what} was refused: ${message}`);
    return rejected({ type, payload, message });
  }

  function getState() {
    return (state ??= isDisposed ? initialState : stateNow());
  }

  function stateNow() {
    const snapshot = engine.snapshot();
    const log = logNow();
    const { G, ctx } = snapshot;
    return makeState({
      snapshot,
      log,
      G: game.playerView ? game.playerView({ G, ctx, playerID }) : G,
      ctx,
      isActive: isActiveIn(snapshot, playerID),
      plugins: () => host.pluginsFor(playerID, { G, ctx, plugins: snapshot.plugins() }),
    });
  }

  /** The log as it is now, as a function: its entries are made into objects when somebody looks. */
  function logNow() {
    const mine = log;
    const length = engine.logLength;
    return () => {
      catchUp(mine);
      return mine.entries.slice(0, length);
    };
  }

  function catchUp(mine) {
    if (mine !== log || isDisposed) return;
    mine.entries.push(...engine.logFrom(mine.entries.length));
  }

  function subscribe(subscriber) {
    // A function of its own for each subscription: the same callback may subscribe twice.
    const own = (now) => subscriber(now);
    subscribers.add(own);
    notify(own, getState());
    return () => {
      subscribers.delete(own);
    };
  }

  const moves = dispatchers(engine.moveNames(), (name, id) => (...args) =>
    act(`moves.${name}`, () => engine.makeMove(id, host.keep(args))));
  const events = dispatchers(engine.eventNames(), (name, kind) => (arg) =>
    act(`events.${name}`, () => engine.makeEvent(kind, flattenEvent(name, arg, compat))));
  const plugins = dispatchers(engine.pluginNames(), (name, index) => (...args) =>
    act(`plugins.${name}`, () => engine.makePluginAction(index, host.keep({ type: name, args, playerID, credentials }))));

  return Object.freeze({
    moves,
    events,
    plugins,
    getState,
    subscribe,
    getInitialState: () => initialState,
    undo: () => act('undo', () => engine.undo()),
    redo: () => act('redo', () => engine.redo()),
    reset: () => act('reset', () => {
      catchUp(log);
      const isReset = engine.reset();
      if (isReset) log = { entries: [] };
      return isReset;
    }),
    start() {},
    stop() {},
    dispose() {
      if (isDisposed) return;
      catchUp(log);
      getState();
      isDisposed = true;
      subscribers.clear();
      engine.free();
    },
    updatePlayerID(id) {
      playerID = id;
      if (!isDisposed) engine.setPlayerID(id ?? undefined);
      publish();
    },
    updateMatchID(id) {
      matchID = id;
      publish();
    },
    updateCredentials(value) {
      credentials = value;
      if (!isDisposed) engine.setCredentials(value);
      publish();
    },
    get log() {
      return getState().log;
    },
    get playerID() {
      return playerID;
    },
    get matchID() {
      return matchID;
    },
    get credentials() {
      return credentials;
    },
    get game() {
      return game;
    },
  });
}

function startMatch(game, numPlayers, setupData, development) {
  const definition = readDefinition(game);
  const GameEngine = loadEngine();
  const host = new Host(game, development);
  const engine = new GameEngine(host, definition, seedOf(game));
  host.attach(engine);
  try {
    if (!engine.start(numPlayers, host.keep(setupData))) {
      const [code, message, payload] = engine.takeRefusal();
      throw Object.assign(new Error(message), { name: 'RondelError', code, payload });
    }
  } catch (error) {
    engine.free();
    throw error;
  }
  return { engine, host };
}

function checkedNumPlayers(numPlayers) {
  if (!numPlayers) return 2;
  if (Number.isInteger(numPlayers) && numPlayers > 0 && numPlayers <= 10_000) return numPlayers;
  throw new Error(`numPlayers: expected a whole number of players, got ${String(numPlayers)}`);
}

function seedOf(game) {
  const { seed } = game;
  if (seed !== undefined) return String(seed);
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return high.toString(36) + low.toString(36);
}

function isActiveIn(snapshot, playerID) {
  if (snapshot.isOver) return false;
  return playerID === null || playerID === undefined || snapshot.isPlayerActive(String(playerID));
}

/** The object that `getState()` answers. What few look at is made when they do, and then kept. */
function makeState({ snapshot, log, G, ctx, isActive, plugins }) {
  const kept = {};
  const keep = (key, make) => (key in kept ? kept[key] : (kept[key] = make()));
  return Object.freeze({
    G,
    ctx,
    get plugins() {
      return keep('plugins', plugins);
    },
    get deltalog() {
      return keep('deltalog', () => snapshot.deltalog());
    },
    get _undo() {
      return keep('_undo', () => snapshot.undoStack());
    },
    get _redo() {
      return keep('_redo', () => snapshot.redoStack());
    },
    _stateID: snapshot.stateID,
    get log() {
      return keep('log', log);
    },
    isActive,
    isConnected: true,
  });
}

/** An object without a prototype: a game has no move called `constructor` or `toString`. */
function dispatchers(names, make) {
  const object = Object.create(null);
  names.forEach((name, index) => {
    if (name !== null) object[name] = make(name, index);
  });
  return Object.freeze(object);
}

function notify(subscriber, state) {
  try {
    subscriber(state);
  } catch (error) {
    // One subscriber's mistake is not the others' problem; it surfaces as an uncaught error.
    reportError(error);
  }
}

function reportError(error) {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
