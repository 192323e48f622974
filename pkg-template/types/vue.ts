import type { AllowedComponentProps, Component, ComponentCustomProps, DefineComponent, SetupContext, SlotsType, VNodeProps } from 'vue';
import type { BoardProps, BoardPropsOf, FitsBoard } from './board.js';
import type { BotSpec } from './bots.js';
import type { Opts } from './client.js';
import type { DebugOptions } from './debug.js';
import type { Game, PlayerID, UnnamedAPIs } from './game.js';
import type { Declared } from './inferred.js';
import type { LobbyRendererArgs } from './lobby.js';

/** Options of `Client` of 'rondel/vue'. */
export interface VueClientOpts<G = any, P extends object = UnnamedAPIs, T extends object = object, M = any>
  extends Omit<Opts<G, P, T, M>, 'matchID' | 'playerID' | 'credentials'> {
  /** Component that shows the match. The props of an inline function have the types of the game's moves and state. */
  board?: BoardFunction<BoardPropsOf<Declared<G, P, T>>> | BoardObject | undefined;
  /**
   * Component that shows until the master has sent the match. It receives those of `LoadingProps` that it declares. Default: "connecting...", or
   * the reason why there is no match yet.
   */
  loading?: Component | undefined;
}

type BoardFunction<Props> = (props: Props, context: Omit<SetupContext, 'expose'>) => unknown;
/** Any other component. The type `Component` would prevent inference for inline functions and for `defineComponent`. */
interface BoardObject {
  setup?(props: any, context: SetupContext): any;
  [option: string]: any;
}

/** Props that a component declares, if its type has them. */
export type PropsOf<C> = C extends abstract new (...args: any) => { $props: infer Props } ? Props
  : C extends (props: infer Props, ...more: any) => unknown ? Props
  : {};

/** `unknown` for a board that accepts `Props`. Otherwise the type of a fitting board, or a text with the reason. */
export type Fitting<Board, Props> = FitsBoard<PropsOf<Board>, Props> extends true ? unknown
  : Board extends (...args: any) => unknown ? BoardFunction<Props>
  : 'the board declares another G or other moves than the game has';

/** Props of a board that the page passes, in addition to those of `Client`. */
export type OwnProps<B> = 0 extends 1 & B ? {} : Omit<B, keyof BoardProps | keyof VNodeProps | keyof AllowedComponentProps | keyof ComponentCustomProps>;

/** Props of the component that `Client` creates. All may change. */
export interface WrappedBoardProps {
  /** ID of the match. @default 'default' */
  matchID?: string | undefined;
  playerID?: PlayerID | null | undefined;
  credentials?: string | null | undefined;
  /** The debug panel, unless the options of `Client` have a `debug`. `false`: none. */
  debug?: boolean | DebugOptions | undefined;
}

/** Props of `Lobby`. */
export interface LobbyProps {
  /** Games that the page offers. Games that the server does not have are hidden. */
  gameComponents: readonly GameComponent[];
  /** Address of the lobby. Default: the origin of the page. */
  lobbyServer?: string;
  /** Address of the server that runs the matches. Default: the origin of the page. */
  gameServer?: string;
  /** `debug` of the clients. @default false */
  debug?: boolean | DebugOptions;
  /** Creates the component that plays a match. @default Client */
  clientFactory?: (options: any) => Component;
  /** Time between two requests for the list of matches, in milliseconds. @default 2000 */
  refreshInterval?: number;
}

/** A game of a lobby, with its board. */
export interface GameComponent {
  game: Game<any, any, any>;
  board: Component;
  /** Bots by player, for a match with one person. Default: the person plays alone. */
  bots?: Record<PlayerID, BotSpec>;
}

/** Type of `Lobby`: its props, and the props of its default slot. */
export type LobbyComponent = DefineComponent<
  LobbyProps, {}, {}, {}, {}, {}, {}, {}, string, {}, {}, {}, SlotsType<{ default: LobbyRendererArgs<GameComponent> }>
>;
