import type { Connection } from './client.js';
import type { ActionError, ClientState, PlayerID, State } from './game.js';

/** A client or master that an event comes from. */
export interface InspectSource {
  readonly kind: 'client' | 'master';
  /** Name that no other client or master of this page or process has, for example `'client 2'`. */
  readonly name: string;
  readonly gameName: string;
  readonly matchID: string | undefined;
  /** The seat of a client; `null` for a spectator. Masters have none. */
  readonly playerID?: PlayerID | null | undefined;
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

interface Event<Type extends string> {
  readonly type: Type;
  /** Version of the events. It increases when a field is removed or changes its meaning. */
  readonly version: 1;
  /** Milliseconds, as `Date.now()`. */
  readonly time: number;
  readonly source: InspectSource;
}

/** Another state: what a client shows, or the whole state of a master, with all secrets. */
export interface InspectedState extends Event<'state'> {
  /** `null` if a client has no state yet. */
  readonly state: ClientState | State | null;
}

/** An action is done: in the page, or as its master has answered. */
export interface InspectedDone extends Event<'action'> {
  readonly action: InspectedAction;
}

/** An action was refused, and changed nothing. */
export interface InspectedRefusal extends Event<'refusal'> {
  readonly action: InspectedAction;
  readonly error: ActionError;
}

/** A client has sent an action to its master. */
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
}

/** A message between a client and its master. */
export interface InspectedMessage extends Event<'message'> {
  /** Direction as the source sees it. */
  readonly direction: 'in' | 'out';
  /** Kind of the message, for example `'sync'`, `'update'`, `'sendAction'` or `'connect'`, with which a client asks for the match. */
  readonly kind: string;
  /** Length of the message as JSON, in characters; `undefined` if it is not JSON. */
  readonly size: number | undefined;
  /** The seat at the other end of a master's message; `null` for a spectator. Clients' events have none. */
  readonly playerID?: PlayerID | null | undefined;
}

/** The connection between a client and its master has changed. */
export interface InspectedConnection extends Event<'connection'> {
  readonly connection: Connection;
}

/** A bot has chosen an action. */
export interface InspectedSearch extends Event<'search'> {
  readonly playerID: PlayerID;
  /** Iterations of the search; `undefined` for a bot that does not search. */
  readonly iterations: number | undefined;
  /** Duration of the search, in milliseconds. */
  readonly duration: number;
  /** The chosen action, as the bot returned it; `undefined` if there is none. */
  readonly action: unknown;
}

/** An event of a client or master, for the option `inspect`. Further types and fields may be added: ignore unknown ones. */
export type InspectEvent =
  | InspectedState | InspectedDone | InspectedRefusal | InspectedPrediction | InspectedRebase | InspectedMessage | InspectedConnection
  | InspectedSearch;

/**
 * Receives the events of a client or master, in order, after the current task: no game code, subscriber or transport is running then. It observes
 * only: clients refuse actions while it runs. An error that it throws is reported once and changes nothing.
 */
export type Inspect = (event: InspectEvent) => void;
