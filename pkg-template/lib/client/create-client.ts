import { isDevelopment } from '../util/environment.js';
import { described } from '../util/foreign-text.js';
import { ANSWERED, PANEL, START_COUNT } from '../util/marks.js';
import { messageOf } from '../util/print.js';
import { nearName } from '../util/unknown-names.js';
import { showInPanel } from './debug-panel.js';
import { invalid } from './handle.js';
import { lazyFields } from './lazy-fields.js';
import { idText } from './players.js';
import type { EffectListener } from '../../types/effects.js';
import type { Handle, SavedState } from '../../types/client.js';
import type { PanelAccess } from '../../types/debug.js';
import type { Game } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { Names } from '../game/definition.js';
import type { Call, ClientMatch } from './client-match.js';
import type { Client } from './client.js';

/** A method of a match that a client calls by name. */
type Method = 'start' | 'stop' | 'reconnect' | 'dispose' | 'updatePlayerID' | 'updateMatchID' | 'updateCredentials';

const NO_ARGS: readonly Foreign[] = Object.freeze([]);
const UNDO: Call = { what: 'undo', type: 'UNDO' };
const REDO: Call = { what: 'redo', type: 'REDO' };
const RESET: Call = { what: 'reset', type: 'RESET' };
const LOAD_STATE: Call = { what: 'loadState', type: 'SYNC' };

/** Fields of a client. */
const clientFields = lazyFields(
  [],
  ['store', 'transport', 'playerID', 'matchID', 'credentials'],
  ['log', 'isLogComplete', 'matchData', 'nextMatchID', 'chatMessages', 'notices', 'connection', 'lastError'],
);

const NO_SETUP_DATA = 'Client({ setupData }): a server ignores it: its matches start with the setupData of the lobby\'s createMatch';

/**
 * Creates a client as users hold it: an object of closures over its match.
 *
 * @param access returns the access of a debug panel
 */
export function createClient(match: ClientMatch, access: () => PanelAccess): Client<Game, Foreign> {
  const { compat, info, names, rules, options } = match;
  if (isDevelopment() && options.setupData !== undefined && ignoresSetupData(match)) match.print('warn', NO_SETUP_DATA);
  if (options.enhancer) match.enhance(options.enhancer);
  // Number of starts since the last stop, for components, which stop only what they alone have started.
  let starts = 0;
  let hide: (() => void) | undefined;

  /** Returns a handle. Under `compat` actions return nothing, as in boardgame.io. */
  function returned(handle: Handle) {
    return (compat ? undefined : handle) as Handle;
  }

  function perform(call: Call, args: readonly Foreign[]) {
    return returned(match.perform(call, args));
  }

  function canMove(name: string, ...args: Foreign[]) {
    return match.canMove(name, args);
  }

  /** Returns the moves of `game.ai.enumerate` that can be made now, as `{ move, args }`. */
  function legalMoves() {
    if (match.isDisposed) return [];
    // A preview is only shown: moves are made in the match.
    const now = match.playedState();
    if (now === null) return [];
    const { ctx } = now;
    const candidates: { move?: string, args?: Foreign[] }[] = rules.enumerate?.(now, idText(match.playerID) ?? ctx.currentPlayer) ?? [];
    return candidates
      .flatMap(({ move, args = [] }) => (move === undefined ? [] : [{ move, args }]))
      .filter(({ move, args }) => match.canMove(move, args));
  }

  /** Makes a move that is given as data, such as one of `legalMoves()`. */
  function act(legalMove: unknown): Handle {
    const given = readLegalMove(legalMove, moves);
    if (typeof given !== 'string') return moves[given.move](...given.args);
    return returned(match.refused('act') ?? match.refuse('act', invalid(given)));
  }

  /** Creates the functions of a group. The object has no prototype: a game has no move called `constructor` or `toString`. */
  function dispatchers(group: keyof Names, type: string) {
    const object = Object.create(null);
    names[group].forEach((name: string | null, id: number) => {
      if (name === null) return;
      const call = { what: `${group}.${name}`, type, name, id };
      // Not written in the assignment: see lib/util/noop.ts.
      const dispatch = (...args: Foreign[]) => perform(call, args);
      object[name] = dispatch;
    });
    return object;
  }

  /** Returns a method of the match that the game's code must not call. */
  function outside(what: Method) {
    return (value?: Foreign) => {
      match.checkOutside(what);
      match[what](value);
    };
  }

  /** Returns a method of the match that changes the client. Subscribers that act without end cannot call it either. */
  function changing(what: Method) {
    return (value?: Foreign) => {
      match.check(what);
      match[what](value);
    };
  }

  function start() {
    match.checkOutside('start');
    match.start();
    starts += 1;
    hide ??= showInPanel(client, options.debug);
  }

  function stop() {
    match.checkOutside('stop');
    match.stop();
    starts = 0;
    hide?.();
    hide = undefined;
  }

  /** Sends a chat message. Under `compat` it returns nothing, like an action. */
  function sendChatMessage(payload: unknown) {
    match.checkOutside('sendChatMessage');
    return returned(match.sendChatMessage(payload));
  }

  const onEffect = (name: string, listener: EffectListener) => match.effects.subscribe(name, listener);
  const getState = () => match.getState();
  const previewState = (state: SavedState | null) => match.previewState(state);
  const moves = dispatchers('moves', 'MAKE_MOVE');
  const made = clientFields({
    [PANEL]: access,
    [START_COUNT]: () => starts,
    [ANSWERED]: (fn: () => void) => match.onAnswer(fn),
    moves,
    events: dispatchers('events', 'GAME_EVENT'),
    plugins: dispatchers('plugins', 'PLUGIN'),
    undo: () => perform(UNDO, NO_ARGS),
    redo: () => perform(REDO, NO_ARGS),
    reset: () => perform(RESET, NO_ARGS),
    loadState: (saved: SavedState) => perform(LOAD_STATE, [saved]),
    getState,
    getInitialState: () => info.initialState,
    clock: () => match.clockNow(),
    subscribe: match.subscribe,
    onEffect,
    canMove,
    legalMoves,
    act,
    previewState,
    overrideGameState: previewState,
    start,
    stop,
    reconnect: outside('reconnect'),
    sendChatMessage,
    dispose: outside('dispose'),
    updatePlayerID: changing('updatePlayerID'),
    updateMatchID: changing('updateMatchID'),
    updateCredentials: changing('updateCredentials'),
    game: options.game,
  }, {
    store: () => match.store,
    transport: () => match.transport,
    log: () => getState()?.log ?? [],
    isLogComplete: () => info.isLogComplete,
    matchData: () => info.matchData,
    nextMatchID: () => info.nextMatchID,
    chatMessages: () => info.chatMessages,
    connection: () => match.connection,
    lastError: () => match.lastError,
    notices: () => info.notices,
    playerID: () => match.playerID,
    matchID: () => match.matchID,
    credentials: () => match.credentials,
  });
  const client = leftRaw(made);
  return client;
}

/** Keeps Vue from making a proxy: only moves change the client, and Vue must not watch the state in it deeply. */
function leftRaw<T extends object>(object: T) {
  return Object.defineProperty(object, '__v_skip', { value: true });
}

/** Returns `true` if a match ignores the setup data of its client, because its transport takes none, for example a server's. */
function ignoresSetupData({ transport }: ClientMatch) {
  return transport !== undefined && (transport as Foreign).setupData === undefined;
}

/**
 * Parses a move that is given as data. Returns a message with the path for the developer if it is invalid.
 *
 * @param moves the game's moves, by name
 */
function readLegalMove(given: Foreign, moves: object): { move: string, args: Foreign[] } | string {
  if (typeof given !== 'object' || given === null) return `expected { move, args }, got ${described(given)}`;
  try {
    const { move, args = [] } = given;
    if (typeof move !== 'string') return `move: expected the name of a move, got ${described(move)}`;
    if (!Object.hasOwn(moves, move)) return `move: the game has no move ${described(move)}; ${hint(move, Object.keys(moves))}`;
    return Array.isArray(args) ? { move, args: [...args] } : `args: expected a list, got ${described(args)}`;
  } catch (error) {
    return `expected { move, args }, got ${described(given)} that throws when it is read: ${messageOf(error)}`;
  }
}

/** Returns a hint for an unknown name of a move. */
function hint(name: string, known: string[]) {
  const meant = nearName(name, known);
  if (meant !== undefined) return `did you mean ${described(meant)}?`;
  return known.length === 0 ? 'it has no moves' : `its moves are ${known.map(described).join(', ')}`;
}
