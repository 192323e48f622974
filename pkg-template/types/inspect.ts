import type { BotAction, BotCandidate } from './bots.js';
import type { Connection } from './client.js';
import type { ActionError, ClientState, PlayerID, State } from './game.js';

/** The client that an event comes from. */
export interface InspectSource {
  readonly kind: 'client';
  /** Name that no other client of this page or process has, for example `'client 2'`. */
  readonly name: string;
  readonly gameName: string;
  readonly matchID: string | undefined;
  /** The seat; `null` for a spectator. */
  readonly playerID: PlayerID | null | undefined;
}

/** An action as its player made it. */
export interface InspectedAction {
  readonly type: 'MAKE_MOVE' | 'GAME_EVENT' | 'UNDO' | 'REDO' | 'RESET' | 'SYNC' | 'PLUGIN' | (string & {});
  /** Name of the move, event or plugin. */
  readonly name?: string | undefined;
  readonly args: readonly unknown[];
  /** The player that acted; `null` or `undefined` for the current player of a match in one page. */
  readonly playerID: PlayerID | null | undefined;
}

/** The master that an event comes from, and the part of its matches that the event concerns. */
export interface MasterSource {
  readonly kind: 'master';
  /** Name that no other master of this page or process has, for example `'master 1'`. */
  readonly name: string;
  readonly gameName: string;
  readonly matchID: string;
  /** The seat: the author of an action, the sender or receiver of a message. `null` for a spectator, `undefined` for all viewers. */
  readonly playerID: PlayerID | null | undefined;
}

interface Event<Type extends string, Source = InspectSource> {
  readonly type: Type;
  /** Version of the events. It increases when a field is removed or changes its meaning. */
  readonly version: 1;
  /** Milliseconds, as `Date.now()`. */
  readonly time: number;
  readonly source: Source;
}

/** The client shows another state. */
export interface InspectedState extends Event<'state'> {
  /** `null` if the client has no state yet. */
  readonly state: ClientState | null;
}

/** An action is done: in the page, or as its master has answered. */
export interface InspectedDone<Source = InspectSource> extends Event<'action', Source> {
  readonly action: InspectedAction;
}

/** An action was refused, and changed nothing. */
export interface InspectedRefusal<Source = InspectSource> extends Event<'refusal', Source> {
  readonly action: InspectedAction;
  readonly error: ActionError;
}

/** An action waits for its master's answer. */
export interface InspectedPrediction extends Event<'prediction'> {
  readonly action: InspectedAction;
  /** `true` if the client shows its result already. */
  readonly isShown: boolean;
}

/** A client has received a state from its master. It has run the actions that wait for an answer again, on top of that state. */
export interface InspectedRebase extends Event<'rebase'> {
  /** The `_stateID` of the confirmed state. */
  readonly stateID: number;
  /** Number of actions that still wait for an answer. */
  readonly pending: number;
  /**
   * Path of the first field in which the state differs from the predicted one, such as `G.points.0`; `null` if there is none, or no prediction of
   * this state. Hooks that only the master runs make a difference, too.
   */
  readonly difference: string | null;
}

/** A message between a client and its master. */
export interface InspectedMessage<Source = InspectSource> extends Event<'message', Source> {
  /** Direction as the source sees it. */
  readonly direction: 'in' | 'out';
  /** Kind of the message, for example `'sync'`, `'update'` or `'sendAction'`. `'connect'` asks for the match; `'invalid'` cannot be read. */
  readonly kind: string;
  /** Length of the message's data as JSON, in characters; `undefined` without data, or if they are not JSON. */
  readonly size: number | undefined;
}

/** The connection between a client and its master has changed. */
export interface InspectedConnection extends Event<'connection'> {
  readonly connection: Connection;
}

/** An event of a client, for the option `inspect`. Further types and fields may be added: ignore unknown ones. */
export type InspectEvent =
  | InspectedState | InspectedDone | InspectedRefusal | InspectedPrediction | InspectedRebase | InspectedMessage | InspectedConnection;

/** A master has stored another state, or a match has begun. */
export interface MasterState extends Event<'state', MasterSource> {
  /** The whole state, with the secrets of all players. */
  readonly state: State;
}

/** A player has connected to a match of a master, or disconnected. */
export interface MasterConnection extends Event<'connection', MasterSource> {
  readonly isConnected: boolean;
}

/** A bot has chosen an action. */
export interface MasterSearch extends Event<'search', MasterSource> {
  readonly action: BotAction;
  /** Duration, in milliseconds. */
  readonly milliseconds: number;
  /** Number of iterations; `undefined` if the bot reports no progress. */
  readonly iterations: number | undefined;
  /** Possible actions with their results; empty if the bot reports no progress. */
  readonly candidates: readonly BotCandidate[];
}

/**
 * An event of a master, for the option `inspect` of `Local`, `Master` and `Server`. It may contain the secrets of all players. Further types and
 * fields may be added: ignore unknown ones.
 */
export type MasterEvent =
  | MasterState | InspectedDone<MasterSource> | InspectedRefusal<MasterSource> | InspectedMessage<MasterSource> | MasterConnection | MasterSearch;

/**
 * Receives the events of a client, in order, in a microtask after the code that caused them has returned. It observes only: while it runs,
 * all clients refuse actions, and methods that change a client throw `client/busy`. An error, or the rejection of a promise that it returns, is
 * reported once and changes nothing.
 */
export type Inspect = (event: InspectEvent) => unknown;

/** Receives the events of a master. As `Inspect`: it observes only. */
export type InspectMaster = (event: MasterEvent) => unknown;
