import type { Component, ComponentClass, ComponentType, FunctionComponent, ReactNode } from 'react';
import type { BotSpec } from './ai.js';
import type { BoardProps, BoardPropsOf, FitsBoard, LoadingProps } from './board.js';
import type { Client as RawClient, Falsy, LegalMove, Multiplayer, Opts } from './client.js';
import type { ChatOf, Declared, PayloadOf } from './inferred.js';
import type { LobbyActions, LobbyOptions, LobbyRendererArgs, LobbyState } from './lobby.js';
import type { ChatMessage, FilteredMetadata } from './master.js';
import type { ActionError, Followable, Game, PlayerID, UnnamedAPIs } from './types.js';

export type { BoardProps, BoardPropsOf, LoadingProps } from './board.js';
export type { LobbyActions, LobbyOptions, LobbySeat, LobbyState } from './lobby.js';

/**
 * The state of a client, or what `selector` picks from it and from `client.connection`; the component renders again only when that
 * changes, and without a selector when the connection does, too.
 * Starts the client while a component using it is mounted and stops it afterwards. A selector may be written
 * inline, may use props, and may return a new array or object each time.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * const status = useGame(client, (_, connection) => connection.status);
 */
export declare function useGame<S>(client: Followable<S>): S;
export declare function useGame<S, R, C = undefined>(client: Followable<S, C>, selector: (state: S, connection: C) => R): R;

/** How many actions of the client wait for the master: what a state's `pending` says, followed. */
export declare function usePending(client: Followable<{ readonly pending: number } | null>): number;

/** The moves of the game's `ai.enumerate` that the client's player could make now; the same list as long as it holds the same. */
export declare function useLegalMoves<T extends object>(client: RawClient<T, any>): Array<LegalMove<T>>;

/** Who plays, and who is connected; undefined in single-player mode and before the first answer of the master. */
export declare function useMatchData(client: Followable<unknown> & Pick<RawClient, 'matchData'>): FilteredMetadata | undefined;

/** What was said at the match since the client has been connected. */
export declare function useChat<T extends object>(client: RawClient<T, any>): Array<ChatMessage<ChatOf<T>>>;

/** Why the last action of the client was refused; `null` if it was not. */
export declare function useRefusal<T extends object>(client: RawClient<T, any>): ActionError<PayloadOf<T>> | null;

/**
 * A client of the component's own. It is made with the component, runs while that is mounted, and is disposed of when it
 * is gone for good. `matchID`, `playerID` and `credentials` may change, and another `game` is another client, as after a
 * hot reload; all other options count when the client is made.
 *
 * @example
 * const client = useClient({ game, playerID, multiplayer });
 * const cells = useGame(client, (state) => state?.G.cells);
 */
export declare function useClient<G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
  options: Opts<G, P, T, M>,
): RawClient<Declared<G, P, T>, M>;

/**
 * What `Lobby` is made of, for a page with a look of its own: matches, the player's seat, and what they can do. It asks the server while
 * the component is mounted. `server` and `refreshInterval` may change.
 *
 * @example
 * const { matches, seat, join, playAgain } = useLobby({ games: [game], server: url });
 */
export declare function useLobby(options: LobbyOptions): LobbyState & LobbyActions;

/**
 * Makes a component that plays a match of a game and shows it with a board, as boardgame.io's does. What it is handed
 * besides `matchID`, `playerID`, `credentials` and `debug`, the board is handed. A ref to it has the `client`.
 *
 * @example
 * const App = Client({ game, board: Board, multiplayer: SocketIO({ server: 'localhost:8000' }) });
 * root.render(<App matchID="m" playerID="0" />);
 */
export declare function Client<
  G = any,
  B extends object = {},
  P extends object = UnnamedAPIs,
  T extends object = object,
  M extends Multiplayer | Falsy = undefined,
>(options: ReactClientOpts<G, B, P, T, M> & { board?: Fitting<B, BoardPropsOf<Declared<G, P, T>>> }): ClientComponent<Omit<B, keyof BoardProps>, RawClient<Declared<G, P, T>, M>>;

export interface ReactClientOpts<G = any, B = {}, P extends object = UnnamedAPIs, T extends object = object, M = any>
  extends Omit<Opts<G, P, T, M>, 'matchID' | 'playerID' | 'credentials'> {
  /** Shows the match. Written in place, it knows the game's moves and what its players see. */
  board?: ComponentClass<B> | BoardFunction<B & BoardPropsOf<Declared<G, P, T>>> | undefined;
  /** What shows until the master has sent the match; "connecting...", or why it is not there, if left out. */
  loading?: ComponentType<LoadingProps> | ComponentType<{}> | undefined;
}

type BoardFunction<Props> = (props: Props) => ReturnType<FunctionComponent>;

/** Asks nothing of a board that may be handed `Props`; of any other what it does not fulfil, for TypeScript to say where they differ. */
type Fitting<B, Props> = FitsBoard<B, Props> extends true ? unknown : BoardFunction<Props>;

/** What `Client` makes. */
export interface ClientComponent<Own = {}, C = RawClient<any, any>> {
  new (props: WrappedBoardProps & Own): Component<WrappedBoardProps & Own> & { readonly client: C };
}

/** The props of what `Client` makes. All may change. */
export interface WrappedBoardProps {
  /** 'default' if left out. */
  matchID?: string | undefined;
  playerID?: PlayerID | null | undefined;
  credentials?: string | null | undefined;
  /**
   * `false` keeps refusals and warnings off the console, unless `Client` was given a `debug` of its own. There is no panel yet:
   * nothing else comes of it.
   */
  debug?: boolean | object | undefined;
}

/**
 * Shows the matches of a lobby server, makes, joins and leaves them, and plays them: boardgame.io's component.
 *
 * @example
 * <Lobby gameServer={url} lobbyServer={url} gameComponents={[{ game, board: Board }]} />
 */
export declare class Lobby extends Component<LobbyProps> {}

export interface LobbyProps {
  /** The games that are offered, of those that the server knows. */
  gameComponents: readonly GameComponent[];
  /** The address of the lobby; where the page is from if left out. */
  lobbyServer?: string;
  /** The address that matches are played at; where the page is from if left out. */
  gameServer?: string;
  /** `debug` of the clients; `false` if left out. */
  debug?: boolean | object;
  /** Makes the component that plays a match; `Client` if left out. */
  clientFactory?: (options: any) => ComponentType<any>;
  /** Milliseconds after which the list of matches is asked for again; 2000 if left out. */
  refreshInterval?: number;
  /** Shows the lobby in place of its own look. */
  renderer?: (args: LobbyRendererArgs<GameComponent>) => ReactNode;
}

/** A game of a lobby's. */
export interface GameComponent {
  game: Game<any, any, any>;
  board: ComponentType<any>;
  /** Who plays against the player of a match for one, by playerID. Without them it is played alone. */
  bots?: Record<PlayerID, BotSpec>;
}
