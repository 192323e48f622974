// First, because it brings the inlined engine: all of Rondel's JavaScript follows it in a bundle, in one piece. See
// docs/decisions/12-inlined-as-text.md.
import { LocalMatch } from './local-match.js';
import { numberOfPlayers } from '../engine/players.js';
import { createClient } from './create-client.js';
import { panelAccess } from './panel-access.js';
import { idText, matchOf } from './players.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { ONLINE } from '../util/marks.js';
import { isQuiet } from '../util/print.js';
import type {
  Answer, ClientOpts, Connection, Events, Falsy, LegalMove, Moves, Multiplayer, NullIfOnline, Opts, SavedState, Shown, ShownClock, Store,
} from '../../types/client.js';
import type { PanelAccess } from '../../types/debug.js';
import type { ActionError, Game, LogEntry, PlayerID, State, UnnamedAPIs } from '../../types/game.js';
import type { EffectListener } from '../../types/effects.js';
import type { ArgsOf, ChatOf, DataOfEffect, Declared, EffectNames, EnabledIn, MoveNames, OutcomeOf, PayloadOf, PhaseNames, StageNames } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata, Notice } from '../../types/master.js';
import type { Transport } from '../online/transports/transport.js';
import type { TransportOpts } from '../../types/transport.js';
import type { Foreign } from '../util/foreign.js';
import type { ClientMatch } from './client-match.js';
import type { TransportOption } from './client-options.js';

/**
 * Creates a client for a game, with or without `new`. TypeScript infers moves, arguments, phases and stages from a game that is given
 * inline or declared with `satisfies Game<G>`. A plain `Game<G>` types only `G`.
 *
 * The client responds synchronously. Its methods do not use `this`, so that it may be destructured and put into reactive state. Tests may
 * replace its methods; the match inside does not call those.
 *
 * @example
 * const client = Client({ game, numPlayers: 3 });
 * client.start();
 * client.moves.play(4);
 */
export const Client = function Client(options: ClientOpts<Foreign, Foreign, Foreign>) {
  const given = options ?? ({} as Partial<typeof options>);
  return clientOf(given.multiplayer ? connect(given) : new LocalMatch(given));
} as ClientFactory;

function clientOf(match: ClientMatch): Client<Game, Foreign> {
  let access: PanelAccess | undefined;
  return createClient(match, () => (access ??= panelAccess(match, fork)));
}

/** Creates a client in this page that continues from a state. */
function fork(game: Game, state: State) {
  const client = clientOf(new LocalMatch({ game, numPlayers: state.ctx.numPlayers, debug: false, quiet: true }));
  const { error } = client.loadState(state) ?? {};
  if (error) throw Object.assign(new Error(String(error.message)), { code: error.type });
  return client;
}

/**
 * A client. Its methods do not use `this`: it may be destructured, stored in a ref and passed on. Tests may replace methods and moves,
 * which components and hooks then call; the match itself uses its own.
 */
export interface Client<T extends object = Game, M = undefined> {
  moves: Moves<T>;
  /** Events, without those that the game's `events` disables. */
  events: Pick<Events<PhaseNames<T>, StageNames<T>, Answer<T>, OutcomeOf<T>>, EnabledIn<T, keyof Events<never, never, never>>>;
  plugins: Record<string, (...args: any[]) => Answer<T>>;
  undo(): Answer<T>;
  redo(): Answer<T>;
  /** Restarts the match. */
  reset(): Answer<T>;
  /**
   * Continues from a state that was stored, or created by boardgame.io. The log starts again. Refuses an invalid state with an error that
   * names the path.
   *
   * `random` continues as in that state, if the state contains its position: in `plugins.random.data`, or in the newest entry of `_undo`.
   * Results of `getState()` under `disableUndo` do not. Then `random` continues from its present position, so that no number repeats even
   * after an older state was loaded.
   */
  loadState(state: SavedState): Answer<T>;
  /**
   * Shows another state, as a log viewer does, while play continues. `null` ends the preview. Throws `game/state` with the path if the
   * state is invalid.
   */
  previewState(state: SavedState | null): void;
  /** boardgame.io's name of `previewState`. */
  overrideGameState(state: SavedState | null): void;

  /**
   * Returns `true` if this client's player may make the move now, by the rules of turns and the move's `validate`. Changes nothing. Returns
   * `false` while a move or hook runs, and online while an action of this client waits whose outcome only the master knows.
   */
  canMove<Name extends MoveNames<T>>(name: Name, ...args: ArgsOf<T, Name>): boolean;
  /** Returns the moves of the game's `ai.enumerate` that this client's player may make now. */
  legalMoves(): Array<LegalMove<T>>;
  /**
   * Makes a move that is given as data, such as one of `legalMoves()`.
   *
   * @example
   * for (const legal of client.legalMoves()) buttons.push(<button onClick={() => client.act(legal)}>{legal.move}</button>);
   */
  act(legalMove: LegalMove<T>): Answer<T>;

  /** Returns the current state: the same object until something changes. Online it returns `null` before the master's first answer. */
  getState(): Shown<T, M>;
  getInitialState(): Shown<T, M>;
  /**
   * Calls `fn` now and after each change. Online it starts with `start()`, and the state is `null` until the master has sent the match.
   * Returns a function that unsubscribes. Throws if `fn` is not a function. `fn` may act; if it does so without end, its action is refused
   * and the error reported.
   */
  subscribe(fn: (state: Shown<T, M>) => void): () => void;
  /**
   * Calls `listener` with each effect of this name that this client's player may see, once and in order, after the subscribers of the state that
   * follows. `'*'` receives all effects. A page that loads gets none of the past; after a reconnect it gets those that it has missed. If the action
   * of a predicted effect is refused or turns out otherwise, the function that `listener` has returned is called. Returns a function that
   * unsubscribes.
   */
  onEffect<Name extends EffectNames<T> | '*'>(name: Name, listener: EffectListener<string, DataOfEffect<T, Name>>): () => void;

  /**
   * Returns the times of the players at this moment; `null` if the game declares no `time`, or before the master's first answer. `useClock` shows
   * one as it runs.
   */
  clock(): ShownClock | null;

  /** Connection with the master: the same object until it changes. Subscribers are notified of changes, even before there is a state. */
  connection: Connection;
  /** Reason why the last action was refused, or why the master does not send the match. Also available before there is a state. */
  lastError: ActionError<PayloadOf<T>> | null;
  /** Reconnects at once, without waiting for the next attempt. Does nothing if the client is not started. */
  reconnect(): void;

  /**
   * Connects. `stop` disconnects, and `start` may follow again. A Node process ends without `stop` when all actions are confirmed or
   * refused.
   */
  start(): void;
  stop(): void;
  /**
   * Frees the client's memory at once. Without it, a stopped client is garbage collected when nothing refers to it. Afterwards `getState()`
   * returns the last state, and actions are refused.
   */
  dispose(): void;

  /** Sends a chat message to all at the match. It waits for a connection, arrives once, and is then confirmed. Spectators are refused. */
  sendChatMessage(payload: ChatOf<T>): Answer<T>;
  /** Chat of the match: the stored messages, and those that have arrived since. The newest 500. */
  chatMessages: Array<ChatMessage<ChatOf<T>>>;
  /** Notices of the server's operator since this client connected. The newest 50. */
  notices: Notice[];
  /** `true` if the whole log has arrived. A server sends a long log in parts, the newest first. */
  isLogComplete: boolean;
  /** Players of the match. `undefined` in a page without `multiplayer`, and before the master's first answer. */
  matchData: FilteredMetadata | undefined;
  /** Name of the following match, once a player has called the lobby's `playAgain`. Subscribers are notified. */
  nextMatchID: string | undefined;

  updatePlayerID(playerID: PlayerID | null): void;
  updateMatchID(matchID: string): void;
  updateCredentials(credentials: string): void;

  /** Redux store over the match, as in boardgame.io's clients, for bots' `Step`, tests and debuggers. */
  readonly store: Store<NullIfOnline<M>>;
  /** Transport to the master. `undefined` without `multiplayer`. */
  readonly transport: Pick<Transport, keyof Transport> | undefined;
  log: LogEntry[];
  readonly playerID: PlayerID | null | undefined;
  readonly matchID: string;
  readonly credentials: string | undefined;
  readonly game: T;
}

/** Signatures of `Client`. */
export interface ClientFactory {
  <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
  new <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
}

/** Creates the match of a client with `multiplayer`. The required code comes with the transport. */
function connect(options: ClientOpts<Foreign, Foreign, Foreign>): ClientMatch {
  const { game, multiplayer, matchID, playerID, credentials, numPlayers, setupData } = options;
  if (typeof multiplayer !== 'function') throw noTransport();
  const rules = rulesOf(game);
  let match: ReturnType<Transport[typeof ONLINE]> | undefined;
  const transport: Foreign = multiplayer({
    // Messages that a transport sends while it is created are lost. It requests them again when it connects.
    transportDataCallback: (data: Foreign) => match?.receive(data),
    gameKey: rules.game,
    game: rules.game,
    gameName: rules.name,
    matchID: idText(matchOf(matchID)),
    playerID: idText(playerID),
    credentials,
    numPlayers: numberOfPlayers(numPlayers),
    setupData,
    quiet: isQuiet(options),
  } satisfies Partial<Record<keyof TransportOpts, unknown>> & Record<keyof Pick<TransportOpts, TransportOption>, unknown>);
  const open: Transport[typeof ONLINE] | undefined = transport?.[ONLINE];
  if (!open) throw noTransport();
  match = open.call(transport, options);
  return match;
}

function noTransport() {
  return rondelError('client/multiplayer', 'multiplayer: expected the result of Local() or SocketIO({ server }), or a function that returns a Transport');
}
