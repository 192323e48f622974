import type { Component, ComponentClass, ComponentType, FunctionComponent, ReactNode } from 'react';
import type { Client as RawClient } from '../lib/client/client.js';
import type { BoardProps, BoardPropsOf, FitsBoard, LoadingProps } from './board.js';
import type { BotSpec } from './bots.js';
import type { Opts } from './client.js';
import type { DebugOptions } from './debug.js';
import type { Game, PlayerID, UnnamedAPIs } from './game.js';
import type { Declared } from './inferred.js';
import type { LobbyRendererArgs } from './lobby.js';
import type { NoInfer } from './no-infer.js';

/** Options of `Client` of 'rondel/react'. */
export interface ReactClientOpts<G = any, B = {}, P extends object = UnnamedAPIs, T extends object = object, M = any>
  extends Omit<Opts<G, P, T, M>, 'matchID' | 'playerID' | 'credentials'> {
  /** Component that shows the match. The props of an inline function have the types of the game's moves and state. */
  board?: ComponentClass<B> | ComponentClass<BoardProps<NoInfer<G>>> | BoardFunction<B & BoardPropsOf<Declared<G, P, T>>> | undefined;
  /** Component that shows until the master has sent the match. Default: "connecting...", or the reason why there is no match yet. */
  loading?: ComponentType<LoadingProps> | ComponentType<{}> | undefined;
}

type BoardFunction<Props> = (props: Props) => ReturnType<FunctionComponent>;

/** `unknown` for a board that accepts `Props`. Otherwise the type of a fitting board, so that TypeScript reports the difference. */
export type Fitting<B, Props> = FitsBoard<B, Props> extends true ? unknown : BoardFunction<Props>;

/** Component that `Client` creates. */
export interface ClientComponent<Own = {}, C = RawClient<any, any>> {
  new (props: WrappedBoardProps & Own): Component<WrappedBoardProps & Own> & { readonly client: C };
}

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
  clientFactory?: (options: any) => ComponentType<any>;
  /** Time between two requests for the list of matches, in milliseconds. @default 2000 */
  refreshInterval?: number;
  /** Renders the lobby. Default: a plain list of matches with forms. */
  renderer?: (args: LobbyRendererArgs<GameComponent>) => ReactNode;
}

/** A game of a lobby, with its board. */
export interface GameComponent {
  game: Game<any, any, any>;
  board: ComponentType<any>;
  /** Bots by player, for a match with one person. Default: the person plays alone. */
  bots?: Record<PlayerID, BotSpec>;
}
