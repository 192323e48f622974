import { encodeEvent } from './lib/engine/arguments.js';
import { busyError, busyRefusal } from './lib/client/busy.js';
import { dispatchers, isActiveIn, legalMovesOf, nameOf } from './lib/client/dispatchers.js';
import { isDevelopment } from './lib/util/environment.js';
import { rondelError } from './lib/util/error.js';
import { CONFIRMED, rejected } from './lib/client/handle.js';
import { lazyFields } from './lib/client/lazy-state.js';
import { makeEngine, startMatch } from './lib/engine/match.js';
import { report, say } from './lib/util/report.js';
import { obstacleAfter, obstacleTo } from './lib/client/runaway.js';
import { encodeState } from './lib/engine/state.js';
import { makeSubscribers } from './lib/client/subscribers.js';

const NO_MESSAGES = Object.freeze([]);

/**
 * A match of a game, in boardgame.io's shape: `moves`, `events`, `getState()`, `subscribe()` and the rest.
 * It answers synchronously. The client is a frozen object of closures, so that it may be taken apart, put
 * into reactive state and called with or without `new`.
 *
 * @param {import('./client.d.ts').ClientOpts} options
 * @throws {Error} if the game's definition has a mistake; the message begins with the path of the field
 */
export function Client(options) {
  const { game, setupData, multiplayer, numPlayers, debug } = options ?? {};
  if (multiplayer) return connected(options);
  const development = isDevelopment();
  const isTalkative = development && debug !== false;
  const warn = (message) => isTalkative && say('warn', `rondel: ${message}`);
  const match = makeEngine(game, { development, warn });
  startMatch(match, numPlayers, setupData);
  const { engine, host, names, takeSnapshot } = match;
  const compat = game.compat === '0.50';
  const { subscribe, notifyAll, clear } = makeSubscribers(getState, compat);
  let { matchID = 'default', playerID, credentials } = options;
  let isDisposed = false;
  // While code of the game's runs that this client has called.
  let isPlaying = false;
  let isViewing = false;
  const warned = new Set();
  let log = { entries: [] };
  let state = null;
  let isStale = true;
  let lastError = null;
  let preview = null;
  takeSeat(seatOf(playerID));
  engine.setCredentials(host.keep(credentials));
  let views = [];
  // What this player saw last: the same again as long as nothing changes.
  let seen = {};
  const initialState = stateNow();
  state = initialState;

  function takeSeat(seat) {
    const number = host.numberOf(seat);
    // A name that both sides know is told by its number, which costs a tenth.
    if (number >= 0) engine.setPlayerNumber(number);
    else {
      host.list = [seat];
      engine.setPlayerID();
    }
  }

  function publish() {
    if (isDisposed) return;
    isStale = true;
    notifyAll();
  }

  /**
   * Runs an action of the engine and tells the subscribers. `run` answers whether it is done, or `{ reason }` if the engine
   * was not asked.
   */
  function act(what, run) {
    if (isDisposed) return refuse(what, 'action/action_invalid', 'the client has been disposed of');
    if (isPlaying) return refuseInGame(what);
    const obstacle = obstacleTo(what, publish);
    if (obstacle) return turnAway(obstacle);
    // boardgame.io counts moves in place: even a move that is refused or throws leaves its mark.
    if (compat) isStale = true;
    isPlaying = true;
    let isDone;
    try {
      isDone = run();
    } catch (error) {
      const obstacle = obstacleAfter(error, publish);
      if (!obstacle) throw error;
      return turnAway(obstacle);
    } finally {
      isPlaying = false;
      if (compat) isStale = true;
    }
    const reason = isDone ? isDone.reason : host.takeRefusal(engine);
    if (reason) return refuse(what, ...reason);
    lastError = null;
    publishWhatIsDone();
    return compat ? undefined : CONFIRMED;
  }

  /** What has been done stands, even if the stack is too full to tell of it. */
  function publishWhatIsDone() {
    try {
      publish();
    } catch (error) {
      if (obstacleAfter(error, publish)) return;
      if (compat) throw error;
      queueMicrotask(publish);
    }
  }

  function refuse(what, type, message, payload) {
    if (isTalkative) say('error', `rondel: ${what} was refused: ${message}`);
    const handle = rejected({ type, payload, message });
    lastError = handle.error;
    publish();
    return compat ? undefined : handle;
  }

  /** Nobody is told in the midst of a move. */
  function refuseInGame(what) {
    const error = busyRefusal(what);
    if (isTalkative && !warned.has(what)) say('error', `rondel: ${what} was refused: ${error.message}`);
    warned.add(what);
    return compat ? undefined : rejected(error);
  }

  /** Subscribers act without end; they are told when they have returned. */
  function turnAway({ refusal }) {
    isStale ||= lastError !== refusal;
    lastError = refusal;
    return compat ? undefined : rejected(refusal);
  }

  function checkOutside(what) {
    if (isPlaying) throw busyError(what);
  }

  /** Throws if this is no moment to change the client. */
  function check(what) {
    checkOutside(what);
    const obstacle = isDisposed ? null : obstacleTo(what, publish);
    if (obstacle) throw obstacle.error;
  }

  /** Runs code of the game's, in which the client cannot be changed. */
  function play(run) {
    const before = isPlaying;
    isPlaying = true;
    try {
      return run();
    } finally {
      isPlaying = before;
    }
  }

  /** A `playerView` that asks gets the state from before. */
  function getState() {
    if (!isStale || isViewing) return state;
    isViewing = true;
    try {
      state = play(preview ? previewed : stateNow);
      isStale = false;
    } finally {
      isViewing = false;
    }
    return state;
  }

  /** For whoever asks when the engine is gone. One that has failed tells no more. */
  function keepLastState() {
    try {
      if (!engine.isRetired) catchUp(log);
      if (!engine.isRetired) getState();
    } catch (error) {
      report(error);
    }
    isStale = false;
  }

  function stateNow() {
    const snapshot = takeSnapshot();
    // The initial state's and the latest: what dispose() need not leave to the garbage collector.
    const view = { snapshot };
    views = [views[0] ?? view, view];
    const { G, ctx, stateID, logLength, hasPast, hasFuture } = host.look;
    const log = logOf(logLength);
    if (G !== seen.G || ctx !== seen.ctx || playerID !== seen.playerID) {
      seen = { G, ctx, playerID, view: game.playerView ? game.playerView({ G, ctx, playerID }) : G };
    }
    const viewer = playerID;
    const now = {
      G: seen.view,
      ctx,
      _stateID: stateID,
      isActive: isActiveIn(ctx, playerID),
      isConnected: true,
      pending: 0,
      lastError,
    };
    // Most states have no more to tell of it.
    if (!hasPast) now.canUndo = false;
    if (!hasFuture) [now._redo, now.canRedo] = [[], false];
    return withRest(now, {
      view,
      host,
      log,
      play,
      plugins: (moment) => host.pluginsFor(viewer, { G, ctx, plugins: host.take(moment.plugins())[0] }),
    });
  }

  function previewed() {
    const { G, ctx } = preview;
    const now = stateNow();
    const view = game.playerView ? game.playerView({ G, ctx, playerID }) : G;
    return Object.freeze({ ...preview, G: view, log: now.log, isActive: isActiveIn(ctx, playerID), isConnected: now.isConnected });
  }

  /** The first entries of the log, as a function: they are made into objects when somebody looks. */
  function logOf(length) {
    const mine = log;
    return () => {
      catchUp(mine);
      return mine.entries.slice(0, length);
    };
  }

  function catchUp(mine) {
    if (mine !== log || isDisposed) return;
    // One by one: a call cannot take a long log as its arguments.
    for (const entry of host.take(engine.logFrom(mine.entries.length))) mine.entries.push(entry);
  }

  /** Whether a move could be made now, as far as the rules and its `validate` say; nothing changes. */
  function canMove(name, ...args) {
    const id = names.moves.indexOf(name);
    if (isDisposed || isPlaying || id === -1) return false;
    const can = play(() => engine.canMove(id, host.keep(args)));
    if (!can) host.takeRefusal(engine);
    return Boolean(can);
  }

  const moves = dispatchers(names.moves, (name, id) => {
    const what = `moves.${name}`;
    return (...args) => act(what, () => {
      host.moveName = name;
      host.moveArgs = args;
      return engine.makeMove(id, host.keep(args));
    });
  });
  const events = dispatchers(names.events, (name, kind) => (arg) =>
    act(`events.${name}`, () => engine.makeEvent(kind, host.pass(name, encodeEvent(name, arg, compat)))));
  const plugins = dispatchers(names.plugins, (name, index) => (...args) =>
    act(`plugins.${name}`, () => engine.makePluginAction(index, host.keep({ type: name, args, playerID, credentials }))));

  return Object.freeze({
    moves,
    events,
    plugins,
    getState,
    subscribe,
    getInitialState: () => initialState,
    canMove,
    legalMoves: () => legalMovesOf(game, getState(), playerID, canMove),
    undo: () => act('undo', () => engine.undo()),
    redo: () => act('redo', () => engine.redo()),
    /** Goes on from a state that was stored, or made by boardgame.io. */
    loadState(saved) {
      return act('loadState', () => {
        let flat;
        try {
          flat = encodeState(saved, { plugins: names.plugins, compat });
        } catch (error) {
          return { reason: ['action/action_invalid', error.message] };
        }
        catchUp(log);
        host.list = flat;
        const isLoaded = engine.loadState();
        host.list = [];
        if (!isLoaded) return false;
        preview = null;
        log = { entries: [] };
        return true;
      });
    },
    /** Shows another state, as a log viewer does; play goes on behind it. Null ends it. */
    previewState(other) {
      check('previewState');
      if (other) encodeState(other, { plugins: names.plugins, compat });
      preview = other;
      publish();
    },
    reset: () => act('reset', () => {
      catchUp(log);
      const isReset = engine.reset();
      if (isReset) log = { entries: [] };
      return isReset;
    }),
    start: () => checkOutside('start'),
    stop: () => checkOutside('stop'),
    sendChatMessage: () => checkOutside('sendChatMessage'),
    dispose() {
      if (isDisposed) return;
      checkOutside('dispose');
      keepLastState();
      isDisposed = true;
      clear();
      for (const view of new Set(views)) {
        view.snapshot.free();
        view.snapshot = null;
      }
      engine.free();
    },
    updatePlayerID(id) {
      check('updatePlayerID');
      const seat = seatOf(id);
      if (!isDisposed) takeSeat(seat);
      playerID = id;
      publish();
    },
    updateMatchID(id) {
      check('updateMatchID');
      matchID = id;
      publish();
    },
    updateCredentials(value) {
      check('updateCredentials');
      if (!isDisposed) engine.setCredentials(host.keep(value));
      credentials = value;
      publish();
    },
    chatMessages: NO_MESSAGES,
    matchData: undefined,
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

/** A client whose match is somewhere else. What it needs comes with the transport. */
function connected(options) {
  const { game, multiplayer, matchID, playerID, credentials, numPlayers } = options;
  let receive;
  const transport = multiplayer({
    // One that has something to say while it is being made is asked again when it connects.
    transportDataCallback: (data) => receive?.(data),
    gameKey: game,
    game,
    gameName: game?.name,
    matchID: nameOf(matchID),
    playerID: nameOf(playerID),
    credentials,
    numPlayers,
  });
  const open = transport?.[Symbol.for('rondel.online')];
  if (!open) {
    throw rondelError('client/multiplayer', "multiplayer: expected a function that makes a Transport of 'rondel/internal'");
  }
  const online = open.call(transport, options);
  receive = online.receive;
  return online.client;
}

/** A seat as the engine takes it: a text, or `undefined` for whoever's turn it is. */
function seatOf(playerID) {
  return nameOf(playerID) ?? undefined;
}

/** What few look at of a state. A disposed client's states keep what somebody has looked at, and are empty otherwise. */
const withRest = lazyFields({
  plugins: ({ view, play, plugins }) => (view.snapshot ? play(() => plugins(view.snapshot)) : {}),
  deltalog: ({ view, host }) => (view.snapshot ? host.take(view.snapshot.deltalog()) : []),
  _undo: ({ view, host }) => (view.snapshot ? host.take(view.snapshot.undoStack()) : []),
  _redo: ({ view, host }) => (view.snapshot ? host.take(view.snapshot.redoStack()) : []),
  log: ({ log }) => log(),
  canUndo: ({ view, play }) => canGo(view, play, true),
  canRedo: ({ view, play }) => canGo(view, play, false),
});

/** A game that throws when it is asked whether a move is undoable has not said that it is. */
function canGo({ snapshot }, play, back) {
  try {
    return snapshot !== null && Boolean(play(() => snapshot.canGo(back)));
  } catch {
    return false;
  }
}
