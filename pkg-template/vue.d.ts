import type {
  AllowedComponentProps, Component, ComponentCustomProps, ComputedRef, DefineComponent, MaybeRefOrGetter, SetupContext, SlotsType, VNodeProps,
} from 'vue';
import type { BotSpec } from './ai.js';
import type { BoardProps, BoardPropsOf, FitsBoard } from './board.js';
import type { Client as RawClient, Falsy, LegalMove, Multiplayer, Opts } from './client.js';
import type { Captured, ChatOf, Declared, PayloadOf } from './inferred.js';
import type { LobbyActions, LobbyOptions, LobbyRendererArgs, LobbyState } from './lobby.js';
import type { ChatMessage, FilteredMetadata } from './master.js';
import type { ActionError, Followable, Game, PlayerID, UnnamedAPIs } from './types.js';

export type { BoardProps, BoardPropsOf, LoadingProps } from './board.js';
export type { LobbyActions, LobbyOptions, LobbySeat, LobbyState } from './lobby.js';

/**
 * The state of a client, or what `selector` picks from it and from `client.connection`, as a read-only, shallow ref. Starts the client and
 * stops it with the component, or with the effect scope it is called in. The client may also be a ref or a
 * getter and then be exchanged; the selector may use other refs and props.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * const status = useGame(client, (_, connection) => connection.status);
 */
export declare function useGame<S>(client: MaybeRefOrGetter<Followable<S>>): ComputedRef<S>;
export declare function useGame<S, R, C = undefined>(
  client: MaybeRefOrGetter<Followable<S, C>>,
  selector: (state: S, connection: C) => R,
): ComputedRef<R>;

/** How many actions of the client wait for the master: what a state's `pending` says, followed. */
export declare function usePending(client: MaybeRefOrGetter<Followable<{ readonly pending: number } | null>>): ComputedRef<number>;

/** The moves of the game's `ai.enumerate` that the client's player could make now; the same list as long as it holds the same. */
export declare function useLegalMoves<T extends object>(client: MaybeRefOrGetter<RawClient<T, any>>): ComputedRef<Array<LegalMove<T>>>;

/** Who plays, and who is connected; undefined in single-player mode and before the first answer of the master. */
export declare function useMatchData(client: MaybeRefOrGetter<Followable<unknown> & Pick<RawClient, 'matchData'>>): ComputedRef<FilteredMetadata | undefined>;

/** What was said at the match since the client has been connected. */
export declare function useChat<T extends object>(client: MaybeRefOrGetter<RawClient<T, any>>): ComputedRef<Array<ChatMessage<ChatOf<T>>>>;

/** Why the last action of the client was refused; `null` if it was not. */
export declare function useRefusal<T extends object>(client: MaybeRefOrGetter<RawClient<T, any>>): ComputedRef<ActionError<PayloadOf<T>> | null>;

/**
 * A client of the component's own. It runs from now on, and is disposed of with the component, or with the effect scope
 * that this is called in. The options may be a ref or a getter: then `matchID`, `playerID` and `credentials` follow it;
 * all others count when the client is made.
 *
 * @example
 * const client = useClient(() => ({ game, multiplayer, playerID: props.playerID }));
 */
export declare function useClient<G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
  options: MaybeRefOrGetter<Opts<G, P, T, M>>,
): RawClient<Declared<G, P, T>, M>;

/**
 * What `Lobby` is made of, for a page with a look of its own: matches, the player's seat, each a read-only, shallow ref, and what the
 * player can do. It asks the server as long as the component lives, or the effect scope. The options may be a ref or a getter: then
 * `server` and `refreshInterval` follow it.
 *
 * @example
 * const { matches, seat, join, playAgain } = useLobby({ games: [game], server: url });
 */
export declare function useLobby(options: MaybeRefOrGetter<LobbyOptions>): { [Name in keyof LobbyState]: ComputedRef<LobbyState[Name]> } & LobbyActions;

/**
 * Makes a component that plays a match of a game and shows it with a board, as that of 'rondel/react' does. A board gets
 * those of boardgame.io's props that it declares, and what else the component is handed. A ref to it has the `client`.
 *
 * @example
 * const App = Client({ game, board: Board });
 * // <App matchID="m" playerID="0" />
 */
export declare function Client<
  G = any,
  P extends object = UnnamedAPIs,
  T extends object = object,
  M extends Multiplayer | Falsy = undefined,
  Board = {},
>(
  options: VueClientOpts<G, P, T, M> & { board?: Captured<Board> & Fitting<Board, BoardPropsOf<Declared<G, P, T>>> },
): DefineComponent<WrappedBoardProps & OwnProps<PropsOf<Board>>, { readonly client: RawClient<Declared<G, P, T>, M> }>;

export interface VueClientOpts<G = any, P extends object = UnnamedAPIs, T extends object = object, M = any>
  extends Omit<Opts<G, P, T, M>, 'matchID' | 'playerID' | 'credentials'> {
  /** Shows the match. A function that is written in place knows the game's moves and what its players see. */
  board?: BoardFunction<BoardPropsOf<Declared<G, P, T>>> | BoardObject | undefined;
  /**
   * What shows until the master has sent the match; "connecting...", or why it is not there, if left out. It is handed those of
   * `LoadingProps` that it declares.
   */
  loading?: Component | undefined;
}

type BoardFunction<Props> = (props: Props, context: Omit<SetupContext, 'expose'>) => unknown;
/** Any other component. `Component` would take away what a function knows, and what `defineComponent` infers in its place. */
interface BoardObject {
  setup?(props: any, context: SetupContext): any;
  [option: string]: any;
}

/** The props that a component declares, if its type says so. */
type PropsOf<C> = C extends abstract new (...args: any) => { $props: infer Props } ? Props
  : C extends (props: infer Props, ...more: any) => unknown ? Props
  : {};

/** Asks nothing of a board that may be handed `Props`; of any other what it does not fulfil. */
type Fitting<Board, Props> = FitsBoard<PropsOf<Board>, Props> extends true ? unknown
  : Board extends (...args: any) => unknown ? BoardFunction<Props>
  : 'the board declares another G or other moves than the game has';

/** The props of a board that the page gives. */
type OwnProps<B> = 0 extends 1 & B ? {} : Omit<B, keyof BoardProps | keyof VNodeProps | keyof AllowedComponentProps | keyof ComponentCustomProps>;

/** The props of what `Client` makes. All may change. */
export interface WrappedBoardProps {
  /** 'default' if left out. */
  matchID?: string | undefined;
  playerID?: PlayerID | null | undefined;
  credentials?: string | null | undefined;
  /** `false` keeps refusals and warnings off the console. There is no panel yet: nothing else comes of it. */
  debug?: boolean | object | undefined;
}

/**
 * Shows the matches of a lobby server, makes, joins and leaves them, and plays them. The default slot shows the lobby in place
 * of its own look.
 *
 * @example
 * // <Lobby :gameServer="url" :lobbyServer="url" :gameComponents="[{ game, board: Board }]" />
 */
export declare const Lobby: DefineComponent<
  LobbyProps, {}, {}, {}, {}, {}, {}, {}, string, {}, {}, {}, SlotsType<{ default: LobbyRendererArgs<GameComponent> }>
>;

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
  clientFactory?: (options: any) => Component;
  /** Milliseconds after which the list of matches is asked for again; 2000 if left out. */
  refreshInterval?: number;
}

/** A game of a lobby's. */
export interface GameComponent {
  game: Game<any, any, any>;
  board: Component;
  /** Who plays against the player of a match for one, by playerID. Without them it is played alone. */
  bots?: Record<PlayerID, BotSpec>;
}
