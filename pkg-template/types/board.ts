/**
 * Props of boards, and the type checks that a board fits a game.
 */

import type { Client as RawClient } from '../lib/client/client.js';
import type { Connection } from './client.js';
import type { ClientState, Game, PlayerID } from './game.js';
import type { CtxOf, Get, PayloadOf, ShownOf } from './inferred.js';

/**
 * Props of a board. `BoardProps<MyState, typeof game>` also checks the names of the game's moves, phases and stages.
 *
 * @example
 * interface MyProps extends BoardProps<MyState> { title: string }
 */
export interface BoardProps<G = any, T extends object = Game<G>> extends ClientState<G, CtxOf<T>, PayloadOf<T>>, BoardTools<T> {}

/** Props of a board of the game `T`: the read-only state that its players see, and its moves, phases and stages. */
export type BoardPropsOf<T extends object> = ShownOf<T> & BoardTools<T>;

/** Props of a board in addition to the state. */
export interface BoardTools<T extends object> extends Pick<RawClient<T, any>, 'moves' | 'events' | 'undo' | 'redo' | 'reset' | 'matchID'
  | 'matchData' | 'nextMatchID' | 'sendChatMessage' | 'chatMessages' | 'notices' | 'connection' | 'reconnect' | 'canMove' | 'legalMoves' | 'act'> {
  /** The player of this client. `null` for a spectator, and for a page that plays for all. */
  playerID: PlayerID | null;
  /** Credentials of the player. At run time they are `null` if the page has none; the type is boardgame.io's, so that its boards compile. */
  credentials?: string | undefined;
  debug?: boolean | object;
  /** `true` if the match runs on a master, such as a server. */
  isMultiplayer: boolean;
}

/** Props of the component that shows until the match has arrived. */
export interface LoadingProps {
  /** Status of the connection, with the reason why there is no match yet. */
  connection: Connection;
  /** Connects again at once. */
  reconnect: () => void;
}

/** `true` if a board that declares the props `B` accepts `Props`. It compares `G`, and the moves if both name them. */
export type FitsBoard<B, Props> =
  [Get<Props, 'G'>] extends [Get<B, 'G'>] ? FitsMoves<Get<B, 'moves'>, Get<Props, 'moves'>>
  : [Get<B, 'G'>] extends [never] ? FitsMoves<Get<B, 'moves'>, Get<Props, 'moves'>>
  : false;
type FitsMoves<Declares, Moves> = [Declares] extends [never] ? true
  : string extends keyof Declares | keyof Moves ? true
  : [Moves] extends [Declares] ? true : false;
