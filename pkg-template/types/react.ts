import type { Component, ComponentClass, ComponentType, FunctionComponent, ReactNode } from 'react';
import type { Client as RawClient } from '../lib/client/client.js';
import type { BoardPropsOf, FitsBoard, LoadingProps } from './board.js';
import type { BotSpec } from './bots.js';
import type { Opts } from './client.js';
import type { Game, PlayerID, UnnamedAPIs } from './game.js';
import type { Declared } from './inferred.js';
import type { LobbyRendererArgs } from './lobby.js';

export interface ReactClientOpts<G = any, B = {}, P extends object = UnnamedAPIs, T extends object = object, M = any>
  extends Omit<Opts<G, P, T, M>, 'matchID' | 'playerID' | 'credentials'> {
  /** Shows the match. Written in place, it knows the game's moves and what its players see. */
  board?: ComponentClass<B> | BoardFunction<B & BoardPropsOf<Declared<G, P, T>>> | undefined;
  /** What shows until the master has sent the match; "connecting...", or why it is not there, if left out. */
  loading?: ComponentType<LoadingProps> | ComponentType<{}> | undefined;
}

type BoardFunction<Props> = (props: Props) => ReturnType<FunctionComponent>;

/** Asks nothing of a board that may be handed `Props`; of any other what it does not fulfil, for TypeScript to say where they differ. */
export type Fitting<B, Props> = FitsBoard<B, Props> extends true ? unknown : BoardFunction<Props>;

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
