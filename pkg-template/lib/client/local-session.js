import { freeze } from 'immer';

import { checkStackForSteps } from '../engine/stack-probe.js';
import { encodeState } from '../engine/state.js';
import { drawsSecurely } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { messageOf, reportUncaught } from '../util/print.js';
import { byValue } from './arguments.js';
import { CONNECTED } from './connection.js';
import { DISPOSED } from './create-client.js';
import { invalid } from './handle.js';
import { makeLocalStore } from './local-store.js';
import { idText } from './players.js';
import { obstacleTo } from './runaway.js';
import { localState } from './shown-state.js';
import { warnOfUnknownPlayer } from './unknown-player.js';

/** @type {readonly any[]} */
/** @type {any} */
const NO_MESSAGES = Object.freeze([]);
/** The number by which the engine keeps the state at the beginning. */
const INITIAL = 0;
const ALONE = invalid('a client without multiplayer has nobody to chat with');
const LOAD = { what: 'store.dispatch', type: 'SYNC' };

/**
 * A match in the page, played by an engine of its own.
 *
 * @param {import('./create-client.js').SessionOwner} client
 * @param {typeof import('../game/match.js').openMatch} openMatch
 * @returns {import('./create-client.js').Session}
 */
export function openLocalSession(client, openMatch) {
  const { compat, options } = client;
  let isWarned = false;
  const { engine, host, names, takeSnapshot } = openMatch(options, { development: isDevelopment(), warn: (message) => client.printMessage('warn', message), inOnePage: true });
  let isPlaying = false;
  // The entries of the log; the engine has those from `start` on.
  /** @type {{ entries: object[], start: number }} */
  let log = { entries: [], start: 0 };
  // The player that actions are made for.
  let actor = client;
  let lazyStates = [];
  // What the player saw last: the same object as long as nothing changes.
  let seen = {};
  host.actFor(seatOf(client.playerID));
  engine.setCredentials(host.keep(client.credentials));
  engine.fillSlot(INITIAL);
  const match = {
    initialState: stateNow(null), matchData: undefined, nextMatchID: undefined, chatMessages: NO_MESSAGES, notices: NO_MESSAGES, isLogComplete: true,
  };
  warnOfUnknownPlayer(client, host.look.ctx);
  const stored = makeLocalStore(client, {
    names,
    initialState: () => match.initialState,
    currentPlayer,
    makeState: () => host.take(engine.exportState(0)),
    logNow,
    asPlayer,
    attempt,
    load: (state, entries) => attempt(LOAD, [state, entries]),
  });

  return {
    names,
    match,
    stored,
    readState: (preview) => play(() => stateNow(preview)),
    act,
    canMove,
    isPlaying: () => isPlaying,
    obstacleTo,
    isStarted: () => true,
    connection: () => CONNECTED,
    start() {},
    stop() {},
    reconnect() {},
    sendChatMessage: () => client.refuse('sendChatMessage', client.isDisposed ? DISPOSED : ALONE),
    dispose,
    updatePlayerID(playerID) {
      const seat = seatOf(playerID);
      if (!client.isDisposed) host.actFor(seat);
      change({ playerID });
      if (!client.isDisposed) warnOfUnknownPlayer(client, host.look.ctx);
    },
    updateMatchID: (matchID) => change({ matchID }),
    updateCredentials(credentials) {
      if (!client.isDisposed) engine.setCredentials(host.keep(credentials));
      change({ credentials });
    },
  };

  function change(fields) {
    Object.assign(client, fields);
    client.announce();
  }

  /** Runs work in which actions are made for the player and with the credentials of an action. */
  function asPlayer(payload, work) {
    // With the stack space to become the client's player again.
    checkStackForSteps();
    try {
      actAs(payload);
      return work();
    } finally {
      actAs(client);
    }
  }

  function actAs(author) {
    actor = author;
    host.actFor(seatOf(author.playerID));
    engine.setCredentials(host.keep(author.credentials));
  }

  function act(call, args) {
    let error;
    try {
      error = attempt(call, args);
    } catch (thrown) {
      return client.refuseAfter(thrown);
    }
    if (error) return client.refuse(call.what, error);
    if (call.type === 'SYNC') client.preview = null;
    return client.accept();
  }

  /** Makes an action; returns the error if it was refused. */
  function attempt(call, given) {
    const args = call.type === 'SYNC' ? given : byValue(given);
    // boardgame.io counts moves in place: even a move that is refused or throws leaves its mark.
    if (compat) client.isStale = true;
    isPlaying = true;
    let result;
    try {
      result = run(call, args);
    } finally {
      isPlaying = false;
      if (compat) client.isStale = true;
      stored.changed();
    }
    return result ? result.error ?? null : host.takeRefusal();
  }

  /** Whether the engine has done it, or the `error` if it was not called. */
  function run({ type, name, id }, args) {
    switch (type) {
      case 'MAKE_MOVE':
        return host.makeMove(id, name, args);
      case 'GAME_EVENT':
        return engine.makeEvent(host.hand(id, args[0]));
      case 'PLUGIN': {
        const { credentials } = actor;
        const playerID = idText(actor.playerID) ?? currentPlayer();
        return engine.makePluginAction(id, host.keep({ type: name, args, playerID, credentials }));
      }
      case 'UNDO':
        warnOfSharedStep();
        return engine.undo();
      case 'REDO':
        warnOfSharedStep();
        return engine.redo();
      case 'RESET':
        return withNewLog(() => {
          engine.goTo(INITIAL);
          return true;
        });
      default:
        return loadState(args[0], args[1]);
    }
  }

  /** A master refuses undo while several players may act; the author of a game for one page may want it all the same. */
  function warnOfSharedStep() {
    if (isWarned || compat || !isDevelopment()) return;
    takeSnapshot().free();
    if (!isShared(host.look.ctx)) return;
    isWarned = true;
    client.printMessage('warn', SHARED_STEP);
  }

  /** Goes on from a state that was stored, or made by boardgame.io, with the log that led to it if the caller has it. */
  function loadState(saved, entries = []) {
    let isLoaded;
    try {
      const flat = encodeState(saved, { plugins: names.plugins, compat, isSecure: drawsSecurely(client.rules) });
      isLoaded = withNewLog(() => {
        host.list = flat;
        return engine.loadState();
      }, entries);
    } catch (error) {
      if (engine.isRetired) throw error;
      return { error: invalid(messageOf(error)) };
    }
    host.list = [];
    return isLoaded;
  }

  /** @param {object[]} [entries] */
  function withNewLog(begin, entries = []) {
    // First: a log that is no list throws.
    const next = { entries: [...entries], start: entries.length };
    catchUp(log);
    const hasBegun = begin();
    if (hasBegun) log = next;
    return hasBegun;
  }

  function canMove(name, id, args) {
    const can = play(() => engine.canMove(id, host.keepArguments(name, args)));
    if (!can) host.takeRefusal();
    return Boolean(can);
  }

  /** Runs code of the game's, in which the client cannot be changed. */
  function play(code) {
    const before = isPlaying;
    isPlaying = true;
    try {
      return code();
    } finally {
      isPlaying = before;
    }
  }

  /** The player that a plugin's action is given, as in boardgame.io. */
  function currentPlayer() {
    takeSnapshot().free();
    return host.look.ctx.currentPlayer;
  }

  function stateNow(preview) {
    const snapshot = takeSnapshot();
    const playerID = viewer();
    const { G, ctx, stateID, logLength, hasPast, hasFuture, isActive } = host.look;
    if (G !== seen.G || ctx !== seen.ctx || playerID !== seen.playerID) {
      seen = { G, ctx, playerID, view: frozenView(viewOf(G, ctx), G) };
    }
    const now = {
      G: seen.view,
      ctx,
      _stateID: stateID,
      isActive,
      isConnected: true,
      pending: 0,
      lastError: client.lastError,
    };
    // Most states have nothing to undo or redo.
    if (!hasPast) now.canUndo = false;
    if (!hasFuture) [now._redo, now.canRedo] = [[], false];
    const lazy = new LazyState({ snapshot, host, play, log: logOf(logLength), viewer: { G, ctx, playerID }, viewOf, isOver: () => client.isDisposed });
    // The initial state's and the latest: what dispose() need not leave to the garbage collector.
    lazyStates = [lazyStates[0] ?? lazy, lazy];
    return localState(now, lazy, preview);
  }

  function viewOf(G, ctx) {
    return client.rules.view({ G, ctx }, viewer());
  }

  /** In development it is frozen, as the `G` of a game without a `playerView`. */
  function frozenView(view, G) {
    if (!isDevelopment() || compat || view === G) return view;
    try {
      return freeze(view, true);
    } catch {
      // A value in it throws when it is read, as in a state from elsewhere it may.
      return view;
    }
  }

  /** The viewer for `playerView`: as online, a text, or null for a spectator; boardgame.io's games get what the page gave. */
  function viewer() {
    return compat ? client.playerID : idText(client.playerID) ?? null;
  }

  /** The first entries of the log, as a function: they are made into objects when somebody reads them. */
  function logOf(length) {
    const mine = log;
    return () => {
      catchUp(mine);
      return mine.entries.slice(0, mine.start + length);
    };
  }

  function logNow() {
    catchUp(log);
    return logOf(log.entries.length - log.start);
  }

  function catchUp(mine) {
    if (mine !== log || client.isDisposed) return;
    // One by one: a call cannot take a long log as its arguments.
    for (const entry of host.take(engine.logFrom(mine.entries.length - mine.start))) mine.entries.push(entry);
  }

  function dispose() {
    if (client.isDisposed) return;
    keepLastState();
    client.end();
    for (const lazy of new Set(lazyStates)) lazy.free();
    engine.free();
  }

  /** For reads after the engine is freed. An engine that has failed returns nothing. */
  function keepLastState() {
    try {
      if (!engine.isRetired) catchUp(log);
      if (!engine.isRetired) client.getState();
      if (!engine.isRetired) stored.state();
    } catch (error) {
      reportUncaught(error);
    }
    client.isStale = false;
  }
}

const SHARED_STEP = 'several players may act: a master refuses undo and redo then, and this page does not';

/** Whether several may act, or nobody. */
function isShared({ activePlayers }) {
  return activePlayers !== null && Object.keys(activePlayers).length !== 1;
}

/** A seat as the engine takes it: a text, or `undefined` for the player whose turn it is. */
function seatOf(playerID) {
  return idText(playerID) ?? undefined;
}

/**
 * A state's fields that few read, which the engine keeps. Once the client is disposed of, those that nobody has read
 * are empty.
 *
 * @typedef {import('./shown-state.js').StateSource} StateSource
 * @implements {StateSource}
 */
class LazyState {
  #snapshot;
  #host;
  #play;
  #viewer;
  #viewOf;
  #isOver;

  constructor({ snapshot, host, play, log, viewer, viewOf, isOver }) {
    this.#snapshot = snapshot;
    this.#host = host;
    this.#play = play;
    this.log = log;
    this.#viewer = viewer;
    this.#viewOf = viewOf;
    this.#isOver = isOver;
  }

  plugins() {
    if (this.#isOver()) return {};
    const { G, ctx, playerID } = this.#viewer;
    return this.#play(() => this.#host.pluginsFor(playerID, { G, ctx, plugins: this.#host.take(this.#snapshot.plugins())[0] }));
  }

  deltalog() {
    return this.#isOver() ? [] : this.#host.take(this.#snapshot.deltalog());
  }

  _undo() {
    return this.#isOver() ? [] : this.#host.take(this.#snapshot.undoStack());
  }

  _redo() {
    return this.#isOver() ? [] : this.#host.take(this.#snapshot.redoStack());
  }

  canUndo() {
    return this.#canGo(true);
  }

  canRedo() {
    return this.#canGo(false);
  }

  preview({ G, ctx, plugins }) {
    const { playerID } = this.#viewer;
    const shown = { G: this.#viewOf(G, ctx), isActive: this.#host.isActive(ctx, seatOf(playerID)) };
    return plugins ? { ...shown, plugins: this.#host.pluginsFor(playerID, { G, ctx, plugins }) } : shown;
  }

  free() {
    this.#snapshot.free();
  }

  /** If the game throws when it is asked whether a move is undoable, it is not. */
  #canGo(back) {
    try {
      return !this.#isOver() && Boolean(this.#play(() => this.#snapshot.canGo(back)));
    } catch {
      return false;
    }
  }
}
