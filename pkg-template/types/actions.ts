/**
 * Actions of boardgame.io, as in logs, stores and reducers.
 */

import type { LogEntry, PlayerID, State } from './game.js';
import type { FilteredMetadata } from './master.js';

export declare namespace ActionShape {
  interface MakeMove {
    type: 'MAKE_MOVE';
    payload: ActionPayload.MakeMove;
  }
  interface GameEvent {
    type: 'GAME_EVENT';
    payload: ActionPayload.GameEvent;
    automatic?: boolean;
  }
  interface AutomaticGameEvent extends GameEvent {
    automatic: true;
  }
  interface Undo {
    type: 'UNDO';
    payload: { type: any; args: any; playerID: PlayerID };
  }
  interface Redo {
    type: 'REDO';
    payload: { type: any; args: any; playerID: PlayerID };
  }
  interface Plugin {
    type: 'PLUGIN';
    payload: { type: string; args: any; playerID: PlayerID };
  }
  /** A player has left the match permanently. Servers create this action; clients cannot send it. */
  interface PlayerLeave {
    type: 'PLAYER_LEAVE';
    payload: { type?: any; args?: any; playerID: PlayerID };
  }
  /** A player's time has run out. Masters create this action; clients cannot send it. */
  interface Timeout {
    type: 'TIMEOUT';
    /** `failed`: `onTimeout` has thrown, or its bot has chosen no move. `type` and `args`: the move that the bot has chosen. */
    payload: { type?: any; args?: any; playerID: PlayerID; deadline: number; failed?: true };
  }
  /** The host of a match has stopped its clock, let it go on, or given back the time since the last action. */
  interface Clock {
    type: 'CLOCK';
    payload: { type?: any; args?: any; playerID?: PlayerID; order: 'pause' | 'resume' | 'restart' };
  }
  interface Reset {
    type: 'RESET';
    state: State;
    clientOnly: true;
  }
  interface Sync {
    type: 'SYNC';
    state: State;
    log: LogEntry[];
    initialState: State;
    filteredMetadata: FilteredMetadata;
    clientOnly: true;
  }
  interface Update {
    type: 'UPDATE';
    state: State;
    deltalog: LogEntry[];
    clientOnly: true;
  }
  interface Patch {
    type: 'PATCH';
    prevStateID: number;
    stateID: number;
    patch: Array<{ op: string; path: string; value?: any; from?: string }>;
    deltalog: LogEntry[];
    clientOnly: true;
  }
  interface StripTransients {
    type: 'STRIP_TRANSIENTS';
  }
  type Any =
    | MakeMove | GameEvent | AutomaticGameEvent | Undo | Redo | Plugin | Reset | Sync | Update | Patch | StripTransients;
}

/** Actions as clients send them, with credentials. */
export declare namespace CredentialedActionShape {
  type WithCredentials<T extends { payload: object }> = Omit<T, 'payload'> & {
    payload: T['payload'] & { credentials: string | null | undefined };
  };
  type MakeMove = WithCredentials<ActionShape.MakeMove>;
  type GameEvent = WithCredentials<ActionShape.GameEvent>;
  type AutomaticGameEvent = WithCredentials<ActionShape.AutomaticGameEvent>;
  type Undo = WithCredentials<ActionShape.Undo>;
  type Redo = WithCredentials<ActionShape.Redo>;
  type Plugin = WithCredentials<ActionShape.Plugin>;
  type Any = MakeMove | GameEvent | AutomaticGameEvent | Undo | Redo | Plugin;
}

export declare namespace ActionPayload {
  interface MakeMove {
    type: string;
    args: any[];
    playerID: PlayerID;
  }
  interface GameEvent {
    type: string;
    args: any;
    /** The acting player. Absent if the engine ended the turn or the phase. */
    playerID?: PlayerID;
  }
}
