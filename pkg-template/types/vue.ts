import type { AllowedComponentProps, Component, ComponentCustomProps, DefineComponent, SetupContext, SlotsType, VNodeProps } from 'vue';
import type { BoardProps, BoardPropsOf, FitsBoard } from './board.js';
import type { BotSpec } from './bots.js';
import type { Opts } from './client.js';
import type { Game, PlayerID, UnnamedAPIs } from './game.js';
import type { Declared } from './inferred.js';
import type { LobbyRendererArgs } from './lobby.js';

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
export type PropsOf<C> = C extends abstract new (...args: any) => { $props: infer Props } ? Props
  : C extends (props: infer Props, ...more: any) => unknown ? Props
  : {};

/** Asks nothing of a board that may be handed `Props`; of any other what it does not fulfil. */
export type Fitting<Board, Props> = FitsBoard<PropsOf<Board>, Props> extends true ? unknown
  : Board extends (...args: any) => unknown ? BoardFunction<Props>
  : 'the board declares another G or other moves than the game has';

/** The props of a board that the page gives. */
export type OwnProps<B> = 0 extends 1 & B ? {} : Omit<B, keyof BoardProps | keyof VNodeProps | keyof AllowedComponentProps | keyof ComponentCustomProps>;

/** The props of what `Client` makes. All may change. */
export interface WrappedBoardProps {
  /** 'default' if left out. */
  matchID?: string | undefined;
  playerID?: PlayerID | null | undefined;
  credentials?: string | null | undefined;
  /** `false` keeps refusals and warnings off the console. There is no panel yet: nothing else comes of it. */
  debug?: boolean | object | undefined;
}

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

/** The type of `Lobby`: its props, and what its default slot is handed. */
export type LobbyComponent = DefineComponent<
  LobbyProps, {}, {}, {}, {}, {}, {}, {}, string, {}, {}, {}, SlotsType<{ default: LobbyRendererArgs<GameComponent> }>
>;
