/**
 * What a board is handed, and which boards fit a game.
 */

import type { Client as RawClient } from '../lib/client/client.js';
import type { Connection } from './client.js';
import type { ClientState, Game, PlayerID } from './game.js';
import type { CtxOf, Get, PayloadOf, ShownOf } from './inferred.js';

/**
 * The props of a board. With the type of the game, as `BoardProps<MyState, typeof game>`, its moves, phases and stages are
 * checked, too.
 *
 * @example
 * interface MyProps extends BoardProps<MyState> { title: string }
 */
export interface BoardProps<G = any, T extends object = Game<G>> extends ClientState<G, CtxOf<T>, PayloadOf<T>>, BoardTools<T> {}

/** The props of a board of the game `T`: what its players see, to be read, and its moves, phases and stages. */
export type BoardPropsOf<T extends object> = ShownOf<T> & BoardTools<T>;

/** What a board is handed beside the state. */
export interface BoardTools<T extends object> extends Pick<RawClient<T, any>, 'moves' | 'events' | 'undo' | 'redo' | 'reset' | 'matchID'
  | 'matchData' | 'nextMatchID' | 'sendChatMessage' | 'chatMessages' | 'notices' | 'connection' | 'reconnect' | 'canMove' | 'legalMoves' | 'act'> {
  /** Whose client it is; `null` for nobody: a spectator, or a page that plays for all. */
  playerID: PlayerID | null;
  /** It is `null` where the page gives none; the type is boardgame.io's, so that its boards compile. */
  credentials?: string | undefined;
  debug?: boolean | object;
  /** Whether the match is played on a master. */
  isMultiplayer: boolean;
}

/** The props of what shows until there is a match: why there is none yet, and how to connect again at once. */
export interface LoadingProps {
  connection: Connection;
  reconnect: () => void;
}

/** Whether a board that declares the props `B` may be handed `Props`: their `G`, and their moves if both name them. */
export type FitsBoard<B, Props> =
  [Get<Props, 'G'>] extends [Get<B, 'G'>] ? FitsMoves<Get<B, 'moves'>, Get<Props, 'moves'>>
  : [Get<B, 'G'>] extends [never] ? FitsMoves<Get<B, 'moves'>, Get<Props, 'moves'>>
  : false;
type FitsMoves<Declares, Moves> = [Declares] extends [never] ? true
  : string extends keyof Declares | keyof Moves ? true
  : [Moves] extends [Declares] ? true : false;
