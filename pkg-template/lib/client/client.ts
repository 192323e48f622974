// First, because it brings the inlined engine: all of Rondel's JavaScript follows it in a bundle, in one piece. See
// docs/decisions/12-inlined-as-text.md.
import { LocalMatch } from './local-match.js';
import { numberOfPlayers } from '../engine/players.js';
import { createClient } from './create-client.js';
import { idText, matchOf } from './players.js';
import { rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { ONLINE } from '../util/marks.js';
import type {
  Answer, ClientOpts, Connection, Events, Falsy, LegalMove, Moves, Multiplayer, NullIfOnline, Opts, SavedState, Shown, Store,
} from '../../types/client.js';
import type { ActionError, Game, LogEntry, PlayerID, UnnamedAPIs } from '../../types/game.js';
import type { ArgsOf, ChatOf, Declared, EnabledIn, MoveNames, OutcomeOf, PayloadOf, PhaseNames, StageNames } from '../../types/inferred.js';
import type { ChatMessage, FilteredMetadata, Notice } from '../../types/master.js';
import type { Transport } from '../online/transports/transport.js';
import type { TransportOpts } from '../../types/transport.js';
import type { Foreign } from '../util/foreign.js';
import type { ClientMatch } from './client-match.js';
import type { TransportOption } from './client-options.js';

/**
 * Makes a client for a game, with or without `new`. Its moves, their arguments, the phases and the stages are
 * typed from a game that is given inline or declared with `satisfies Game<G>`; a plain `Game<G>` types `G` alone.
 *
 * The client responds synchronously. It is an object of closures, so that it may be destructured, put into reactive state and called with or
 * without `new`. Tests may replace methods of it; the match inside does not call those.
 *
 * @example
 * const client = Client({ game, numPlayers: 3 });
 * client.start();
 * client.moves.play(4);
 */
export const Client = function Client(options: ClientOpts<Foreign, Foreign, Foreign>) {
  const given = options ?? ({} as Partial<typeof options>);
  return createClient(given.multiplayer ? connect(given) : new LocalMatch(given));
} as ClientFactory;

/**
 * An object of closures: it may be destructured, stored in a ref and handed about. Tests may put methods and moves of their own in
 * place of these, which components and hooks then call; the match itself goes on with its own.
 */
export interface Client<T extends object = Game, M = undefined> {
  moves: Moves<T>;
  /** Without those that the game's `events` switches off. */
  events: Pick<Events<PhaseNames<T>, StageNames<T>, Answer<T>, OutcomeOf<T>>, EnabledIn<T, keyof Events<never, never, never>>>;
  plugins: Record<string, (...args: any[]) => Answer<T>>;
  undo(): Answer<T>;
  redo(): Answer<T>;
  /** Starts the match again. */
  reset(): Answer<T>;
  /**
   * Goes on from a state that was stored, or made by boardgame.io; the log starts again. What cannot be played on is
   * refused with an error that names the path, and the state stays as it is.
   *
   * `random` goes on where it stood in that state, if the state says so: in `plugins.random.data`, or in the newest entry
   * of `_undo`. What `getState()` shows under `disableUndo` does not. Then `random` goes on where it stands now: even
   * after an older state has been loaded, no number comes again.
   */
  loadState(state: SavedState): Answer<T>;
  /**
   * Shows another state, as a log viewer does; play goes on behind it. `null` ends it. Throws an error with the code
   * `game/state` that names the path if this is no state.
   */
  previewState(state: SavedState | null): void;
  /** boardgame.io's name of `previewState`. */
  overrideGameState(state: SavedState | null): void;

  /**
   * Whether this client's player could make the move now, as far as the rules of turns and the move's
   * `validate` say. Changes nothing. `false` while a move or hook runs, and online while an action of this client waits whose outcome only
   * the master knows.
   */
  canMove<Name extends MoveNames<T>>(name: Name, ...args: ArgsOf<T, Name>): boolean;
  /** The moves of the game's `ai.enumerate` that this client's player could make now. */
  legalMoves(): Array<LegalMove<T>>;
  /**
   * Makes a move that is given as data, such as one of `legalMoves()`.
   *
   * @example
   * for (const legal of client.legalMoves()) buttons.push(<button onClick={() => client.act(legal)}>{legal.move}</button>);
   */
  act(legalMove: LegalMove<T>): Answer<T>;

  /** The same object until something changes; online, `null` before the first answer of the master. */
  getState(): Shown<T, M>;
  getInitialState(): Shown<T, M>;
  /**
   * Calls `fn` now and after each change; online not before `start()`, and the state is `null` until the master has sent the
   * match. Returns a function that unsubscribes; throws if `fn` is no function. `fn` may act; if it does so without end, its
   * action is refused and the error reported.
   */
  subscribe(fn: (state: Shown<T, M>) => void): () => void;

  /**
   * How this client is connected with its master: the same object until something changes. Subscribers are called then, also before
   * there is a state.
   */
  connection: Connection;
  /** That of the state, also before there is one: why the last action was refused, or why the master does not send the match. */
  lastError: ActionError<PayloadOf<T>> | null;
  /** Connects again at once, in place of waiting for the next attempt. Does nothing if the client is not started. */
  reconnect(): void;

  /** Connects; `stop` disconnects, and `start` may follow again. A process of Node's ends without `stop`, once all actions are confirmed or refused. */
  start(): void;
  stop(): void;
  /**
   * Gives back at once what the client holds; a client that nothing refers to is collected without it, once it has stopped.
   * Afterwards `getState()` returns the last state, and actions are refused.
   */
  dispose(): void;

  /**
   * Says something to everybody at the match: it is kept until there is a connection, and arrives once. Confirmed when it was. Spectators
   * are refused.
   */
  sendChatMessage(payload: ChatOf<T>): Answer<T>;
  /** Chat of the match: the messages that the match keeps, and those that have arrived since, the newest 500. */
  chatMessages: Array<ChatMessage<ChatOf<T>>>;
  /** What the server's operator has said to those at the match since this client has been connected: the newest 50. */
  notices: Notice[];
  /** Whether all of the log is here: a long one comes from a server in parts, the newest first. */
  isLogComplete: boolean;
  /** Who plays; undefined in single-player mode and before the first answer of the master. */
  matchData: FilteredMetadata | undefined;
  /** The match that follows this one, once a player has asked for it by the lobby's `playAgain`; subscribers are notified. */
  nextMatchID: string | undefined;

  updatePlayerID(playerID: PlayerID | null): void;
  updateMatchID(matchID: string): void;
  updateCredentials(credentials: string): void;

  /** Redux's store over the match, as boardgame.io's clients have it: bots' `Step`, tests and debuggers work on it. */
  readonly store: Store<NullIfOnline<M>>;
  /** What connects it with the master; undefined without `multiplayer`. */
  readonly transport: Pick<Transport, keyof Transport> | undefined;
  log: LogEntry[];
  readonly playerID: PlayerID | null | undefined;
  readonly matchID: string;
  readonly credentials: string | undefined;
  readonly game: T;
}

/** How a client is made. */
export interface ClientFactory {
  <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
  new <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
}

/** Makes the client of a match that is somewhere else. The code that it needs comes with the transport. */
function connect(options: ClientOpts<Foreign, Foreign, Foreign>): ClientMatch {
  const { game, multiplayer, matchID, playerID, credentials, numPlayers, setupData, debug } = options;
  if (typeof multiplayer !== 'function') throw noTransport();
  const rules = rulesOf(game);
  let match: ReturnType<Transport[typeof ONLINE]> | undefined;
  const transport: Foreign = multiplayer({
    // What a transport sends while it is being made is lost; it is asked for again when it connects.
    transportDataCallback: (data: Foreign) => match?.receive(data),
    gameKey: rules.game,
    game: rules.game,
    gameName: rules.name,
    matchID: idText(matchOf(matchID)),
    playerID: idText(playerID),
    credentials,
    numPlayers: numberOfPlayers(numPlayers),
    setupData,
    debug,
  } satisfies Partial<Record<keyof TransportOpts, unknown>> & Record<keyof Pick<TransportOpts, TransportOption>, unknown>);
  const open: Transport[typeof ONLINE] | undefined = transport?.[ONLINE];
  if (!open) throw noTransport();
  match = open.call(transport, options);
  return match;
}

function noTransport() {
  return rondelError('client/multiplayer', 'multiplayer: expected what Local() or SocketIO({ server }) returns, or a function that makes a Transport');
}
