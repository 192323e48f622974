import { busyError, busyRefusal } from '../engine/busy.js';
import { rulesOf } from '../game/rules.js';
import { encodeState } from '../engine/state.js';
import { REFUSAL_INVALID_MOVE } from '../engine/codes.js';
import { described } from '../util/described.js';
import { isDevelopment } from '../util/environment.js';
import { ANSWERED, STARTS } from '../util/marks.js';
import { misspelt } from '../util/misspelt.js';
import { messageOf, reportUncaught, print } from '../util/print.js';
import { warnOfArguments } from './arguments.js';
import { CONFIRMED, invalid, rejected } from './handle.js';
import { lazyFields } from './lazy-fields.js';
import { numberOfPlayers } from '../engine/players.js';
import { idText, matchOf } from './players.js';
import { obstacleAfter } from './runaway.js';
import { PREDICTED, PREDICTIONS } from './predictions.js';
import { previewOf } from './shown-state.js';
import { enhancedStore, plainStore } from './store.js';
import { makeSubscribers } from './subscribers.js';

/**
 * The client that a session belongs to.
 *
 * @typedef {object} SessionOwner
 * @property {import('../../client.d.ts').ClientOpts<any, any, any>} options as they were given
 * @property {import('../game/rules.js').Rules} rules
 * @property {boolean} compat whether boardgame.io 0.50's ways are kept
 * @property {any} playerID as the page gave it; so are `matchID` and `credentials`. The session changes them.
 * @property {any} matchID
 * @property {any} credentials
 * @property {import('./handle.js').ActionError | null} lastError
 * @property {any} preview what is shown in place of the match's state, or null: see shown-state.js
 * @property {boolean} isStale whether `getState()` has to ask the session for the state
 * @property {boolean} isDisposed
 * @property {() => State | null} getState
 * @property {(isState?: boolean) => void} announce notifies the subscribers of a new state, or with `false` of another connection
 *   alone; what they throw undoes nothing
 * @property {(what: string, error: import('./handle.js').ActionError) => Handle} refuse
 * @property {(what: string) => Handle | null} refused the handle of an action that cannot be made now; null if it can
 * @property {() => Handle} accept notes that an action is done, and notifies the subscribers
 * @property {(thrown: unknown) => Handle} refuseAfter refuses an action that has thrown because subscribers act without end;
 *   otherwise throws the error again
 * @property {(what: string, error: import('./handle.js').ActionError) => void} printError prints why an
 *   action was refused
 * @property {(level: 'error' | 'warn' | 'info', message: string, ...details: unknown[]) => void} printMessage prints
 *   for the developer, in development
 * @property {(what: string) => void} check throws if the client cannot be changed now
 * @property {() => void} end ends the client: nobody is notified any more
 */

/**
 * A match as one client plays it: in the page (local-session.js), or on a master (online-session.js). The client checks
 * whether it can act now; the session acts.
 *
 * @typedef {object} Session
 * @property {{ moves: string[], events: Array<string | null>, plugins: string[] }} names what the game declares, by number;
 *   `null` for an event that is switched off
 * @property {MatchInfo} match
 * @property {(preview: any) => State | null} readState the state as the player sees it now, or another one in its place;
 *   `null` if there is none yet
 * @property {import('./store.js').StoredMatch} stored the match for `client.store`
 * @property {(call: Call, args: readonly unknown[]) => Handle} act makes an action and notifies the subscribers
 * @property {(name: string, id: number, args: unknown[]) => boolean} canMove
 * @property {() => boolean} isPlaying whether the game's code runs now, which may change nothing here
 * @property {(what: string, notify: () => void) => import('./runaway.js').Obstacle | null} obstacleTo what keeps the
 *   subscribers from acting now
 * @property {() => boolean} isStarted whether there is a state, or a connection that will bring one
 * @property {() => import('../../client.d.ts').Connection} connection the same object as long as nothing changes
 * @property {() => void} start
 * @property {() => void} stop
 * @property {() => void} reconnect
 * @property {(payload: unknown) => Handle} sendChatMessage
 * @property {() => void} dispose
 * @property {(id: any) => void} updatePlayerID
 * @property {(id: any) => void} updateMatchID
 * @property {(value: any) => void} updateCredentials
 * @property {(data: any) => void} [receive] takes a message of the master
 * @property {import('../../client.d.ts').Client['transport']} [transport] what connects it with the master
 */

/**
 * What is known of a match besides its state.
 *
 * @typedef {object} MatchInfo
 * @property {State | null} initialState
 * @property {import('../../master.d.ts').FilteredMetadata | undefined} matchData
 * @property {string | undefined} nextMatchID the match that follows this one, once somebody has asked to play again
 * @property {import('../../master.d.ts').ChatMessage[]} chatMessages
 * @property {import('../../master.d.ts').Notice[]} notices
 * @property {boolean} isLogComplete
 */

/**
 * A method of a client that makes an action.
 *
 * @typedef {object} Call
 * @property {string} what how messages name it
 * @property {'MAKE_MOVE' | 'GAME_EVENT' | 'PLUGIN' | 'UNDO' | 'REDO' | 'RESET' | 'SYNC'} type the action's
 * @property {string} [name] of the move, event or plugin
 * @property {number} [id] its number
 */

/** @typedef {import('../../client.d.ts').Handle} Handle */
/** @typedef {import('../../types.d.ts').ClientState<any>} State */

/** @type {readonly any[]} */
const NO_ARGS = Object.freeze([]);
const UNDO = { what: 'undo', type: 'UNDO' };
const REDO = { what: 'redo', type: 'REDO' };
const RESET = { what: 'reset', type: 'RESET' };
const LOAD_STATE = { what: 'loadState', type: 'SYNC' };

/** @type {import('../util/unknown-options.js').Known<import('../../client.d.ts').ClientOpts>} */
const OPTIONS = {
  game: true, numPlayers: true, playerID: true, matchID: true, credentials: true, multiplayer: true, predict: true,
  setupData: true, enhancer: true, debug: true,
};

/** What a client has besides methods. */
const clientFields = lazyFields(
  [],
  ['store', 'transport', 'playerID', 'matchID', 'credentials'],
  ['log', 'isLogComplete', 'matchData', 'nextMatchID', 'chatMessages', 'notices', 'connection', 'lastError'],
);

/** The status of a handle until the master has answered. */
const WAITING = ['predicted', 'sent'];

const NO_SETUP_DATA = 'Client({ setupData }): no client gives a server setupData: its matches begin with what createMatch of the lobby was given';

/** Why a client refuses each action once it has been disposed of. */
export const DISPOSED = invalid('the client has been disposed of');

/**
 * A client as users hold it, over a session of its match.
 *
 * @param {import('../../client.d.ts').ClientOpts<any, any, any>} options
 * @param {(client: SessionOwner) => Session} openSession
 * @returns {import('../../client.d.ts').Client<import('../../types.d.ts').Game, any>}
 */
export function createClient(options, openSession) {
  const { game, debug, playerID, credentials } = options;
  const rules = rulesOf(game);
  const { compat } = rules;
  const { subscribe, notifyAll, clear } = makeSubscribers(getState, () => session.isStarted(), compat);
  /** @type {SessionOwner} */
  const client = {
    options,
    rules,
    compat,
    playerID,
    matchID: matchOf(options.matchID),
    credentials,
    lastError: null,
    preview: null,
    isStale: false,
    isDisposed: false,
    getState,
    announce,
    refused,
    refuse,
    accept,
    refuseAfter,
    printError,
    printMessage,
    check,
    end,
  };
  if (isDevelopment()) {
    for (const [option, problem] of problemsIn(options, rules)) printMessage('warn', `Client({ ${option} }): ${problem}`);
  }
  const session = openSession(client);
  if (isDevelopment() && options.setupData !== undefined && ignoresSetupData(session)) printMessage('warn', NO_SETUP_DATA);
  const { names, match, stored } = session;
  let state = match.initialState;
  const enhanced = options.enhancer ? enhancedStore(client, stored, options.enhancer) : null;
  let store = enhanced?.store;
  let isReading = false;
  // Since it was stopped: for components, which stop what they alone have started.
  let starts = 0;
  // Called when an action that has waited was answered.
  const listeners = new Set();
  // The methods for which the developer was warned that no move or hook can call them.
  let explained;

  function getState() {
    // A `playerView` that asks for the state gets the one from before.
    if (!client.isStale || isReading) return state;
    isReading = true;
    try {
      state = session.readState(client.preview ?? enhanced?.replacement() ?? null);
      client.isStale = false;
    } finally {
      isReading = false;
    }
    return state;
  }

  function announce(isState = true) {
    if (client.isDisposed) return;
    if (isState) {
      enhanced?.sendState();
      client.isStale = true;
    }
    try {
      notifyAll();
    } catch (error) {
      if (obstacleAfter(error, announce)) return;
      if (compat) throw error;
      // The stack is too full to notify anybody.
      queueMicrotask(() => announce(isState));
    }
  }

  function end() {
    client.isDisposed = true;
    clear();
  }

  /** Under `compat` actions return nothing, as boardgame.io's. */
  function perform(call, given) {
    const args = call.type === 'MAKE_MOVE' && rules.argumentsOf ? rules.argumentsOf(call.name, given) : given;
    if (isDevelopment()) warnOfArguments(client, call, args);
    const handle = refused(call.what) ?? (enhanced ?? session).act(call, args);
    if (WAITING.includes(handle.status)) handle.confirmed.then(notifyListeners);
    return returned(handle);
  }

  function returned(handle) {
    return /** @type {Handle} */ (compat ? undefined : handle);
  }

  function notifyListeners() {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  function onAnswer(fn) {
    const listener = () => fn();
    listeners.add(listener);
    return () => { listeners.delete(listener); };
  }

  function refused(what) {
    if (client.isDisposed) return refuse(what, DISPOSED);
    if (session.isPlaying()) return refuseInGame(what);
    const obstacle = session.obstacleTo(what, announce);
    return obstacle && refuseFor(obstacle);
  }

  function accept() {
    client.lastError = null;
    announce();
    return CONFIRMED;
  }

  function refuse(what, error) {
    printError(what, error);
    const handle = rejected(error);
    client.lastError = handle.error;
    announce();
    return handle;
  }

  /** Subscribers are not notified: a move is being made. */
  function refuseInGame(what) {
    const error = busyRefusal(what);
    if (isDevelopment()) {
      explained ??= new Set();
      if (!explained.has(what)) printError(what, error);
      explained.add(what);
    }
    return rejected(error);
  }

  function refuseAfter(thrown) {
    const obstacle = obstacleAfter(thrown, announce);
    if (!obstacle) throw thrown;
    return refuseFor(obstacle);
  }

  /** Subscribers act without end; they are notified when they have returned. */
  function refuseFor({ refusal }) {
    client.isStale ||= client.lastError !== refusal;
    client.lastError = refusal;
    return rejected(refusal);
  }

  function printError(what, error) {
    if (!isDevelopment()) return;
    const { type, payload } = error;
    // The other payloads repeat the message.
    printMessage('error', `${what} was refused: ${messageOf(error)}`, ...(type === REFUSAL_INVALID_MOVE && payload !== undefined ? [payload] : []));
  }

  function printMessage(level, message, ...details) {
    if (isDevelopment() && debug !== false) print(level, `rondel: ${message}`, ...details);
  }

  function checkOutside(what) {
    if (session.isPlaying()) throw busyError(what);
  }

  function check(what) {
    checkOutside(what);
    const obstacle = client.isDisposed ? null : session.obstacleTo(what, announce);
    if (obstacle) throw obstacle.error;
  }

  function canMove(name, ...args) {
    const id = names.moves.indexOf(name);
    return id !== -1 && !client.isDisposed && !session.isPlaying() && session.canMove(name, id, args);
  }

  /** The moves of `game.ai.enumerate` that can be made now, as `{ move, args }`. */
  function legalMoves() {
    if (client.isDisposed) return [];
    // A preview is only shown: moves are made in the match.
    const now = client.preview ? session.readState(null) : getState();
    if (now === null) return [];
    const { ctx } = now;
    /** @type {{ move?: string, args?: any[] }[]} */
    const candidates = rules.enumerate?.(now, idText(client.playerID) ?? ctx.currentPlayer) ?? [];
    return candidates
      .flatMap(({ move, args = [] }) => (move === undefined ? [] : [{ move, args }]))
      .filter(({ move, args }) => canMove(move, ...args));
  }

  /** Makes a move that is given as data, such as one of `legalMoves()`. */
  function act(legalMove) {
    const given = readLegalMove(legalMove);
    if (given && Object.hasOwn(moves, given.move)) return moves[given.move](...given.args);
    return returned(refused('act') ?? refuse('act', invalid(`expected { move, args }, a move of the game and a list, got ${described(legalMove)}`)));
  }

  /** An object without a prototype: a game has no move called `constructor` or `toString`. */
  function dispatchers(group, type) {
    const object = Object.create(null);
    names[group].forEach((name, id) => {
      if (name === null) return;
      const call = { what: `${group}.${name}`, type, name, id };
      // Not written into the assignment: see lib/util/noop.js.
      const dispatch = (...args) => perform(call, args);
      object[name] = dispatch;
    });
    return object;
  }

  /** A method of the session, called only if it may be called now. */
  function checked(what, checkMoment) {
    return (value) => {
      checkMoment(what);
      session[what](value);
      if (what === 'start') starts += 1;
      if (what === 'stop') starts = 0;
    };
  }

  /** Under `compat` it returns nothing, as an action. */
  function sendChatMessage(payload) {
    checkOutside('sendChatMessage');
    const handle = session.sendChatMessage(payload);
    return returned(handle);
  }

  function previewState(other) {
    check('previewState');
    if (other) encodeState(other, { plugins: names.plugins, compat });
    const preview = other ? previewOf(other) : null;
    // A state that cannot be shown does not replace the preview before.
    if (preview) session.readState(preview);
    client.preview = preview;
    announce();
  }

  const moves = dispatchers('moves', 'MAKE_MOVE');
  const made = clientFields({
    [STARTS]: () => starts,
    [ANSWERED]: onAnswer,
    moves,
    events: dispatchers('events', 'GAME_EVENT'),
    plugins: dispatchers('plugins', 'PLUGIN'),
    undo: () => perform(UNDO, NO_ARGS),
    redo: () => perform(REDO, NO_ARGS),
    reset: () => perform(RESET, NO_ARGS),
    loadState: (saved) => perform(LOAD_STATE, [saved]),
    getState,
    getInitialState: () => match.initialState,
    subscribe,
    canMove,
    legalMoves,
    act,
    previewState,
    overrideGameState: previewState,
    start: checked('start', checkOutside),
    stop: checked('stop', checkOutside),
    reconnect: checked('reconnect', checkOutside),
    sendChatMessage,
    dispose: checked('dispose', checkOutside),
    updatePlayerID: checked('updatePlayerID', check),
    updateMatchID: checked('updateMatchID', check),
    updateCredentials: checked('updateCredentials', check),
    game,
  }, {
    store: () => (store ??= plainStore(client, stored, subscribe)),
    transport: () => session.transport,
    log: () => getState()?.log ?? [],
    isLogComplete: () => match.isLogComplete,
    matchData: () => match.matchData,
    nextMatchID: () => match.nextMatchID,
    chatMessages: () => match.chatMessages,
    connection: session.connection,
    lastError: () => client.lastError,
    notices: () => match.notices,
    playerID: () => client.playerID,
    matchID: () => client.matchID,
    credentials: () => client.credentials,
  });
  return leftRaw(made);
}

/**
 * Vue then makes no proxy of it: only moves change it, and Vue is not to watch the state in it deeply.
 *
 * @template {object} T
 * @param {T} object
 */
function leftRaw(object) {
  return Object.defineProperty(object, '__v_skip', { value: true });
}

/** What is most likely a mistake, by option. */
function problemsIn(options, { settings }) {
  const { multiplayer, predict } = options;
  const numPlayers = numberOfPlayers(options.numPlayers);
  const problems = misspelt(options, Object.keys(OPTIONS)).map(([option, meant]) => [option, `there is no such option; did you mean ${meant}?`]);
  // In one page that is an error; a master begins a match for two.
  if (multiplayer && numPlayers && typeof numPlayers !== 'number') {
    problems.push(['numPlayers', `expected a number, got ${described(numPlayers)}; a new match has two players`]);
  }
  if (!multiplayer) problems.push(...problemsOfNumber(numPlayers || 2, settings));
  // Online that is an error.
  if (!multiplayer && predict !== undefined && !PREDICTIONS.includes(predict)) {
    problems.push(['predict', `expected ${PREDICTED}`]);
  }
  return problems;
}

/**
 * Whether a match does not begin with the setup data of its client: with a transport that takes none, as that of a server.
 *
 * @param {Session} session
 */
function ignoresSetupData({ transport }) {
  return transport !== undefined && transport.setupData === undefined;
}

/** Reads a move that is given as data; null if it is none. Its getters and proxies may throw. */
function readLegalMove(given) {
  try {
    const { move, args = NO_ARGS } = Object(given);
    return typeof move === 'string' && Array.isArray(args) ? { move, args: [...args] } : null;
  } catch {
    return null;
  }
}

/** A master refuses a match for so many players. What is no number, and no game, is refused when the match begins. */
function problemsOfNumber(numPlayers, { minPlayers, maxPlayers } = /** @type {any} */ ({})) {
  if (typeof numPlayers !== 'number') return [];
  if (numPlayers < minPlayers) return [['numPlayers', `${numPlayers}, but the game has minPlayers: ${minPlayers}`]];
  if (numPlayers > maxPlayers) return [['numPlayers', `${numPlayers}, but the game has maxPlayers: ${maxPlayers}`]];
  return [];
}
