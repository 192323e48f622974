import type { ActionShape } from './actions.js';
import type { Effect } from './effects.js';

/** An entry of a log: an action of a player or the master, or an ending that it has caused. */
export interface LogEntry {
  action:
    | ActionShape.MakeMove
    | ActionShape.GameEvent
    | ActionShape.Undo
    | ActionShape.Redo
    | ActionShape.PlayerLeave
    | ActionShape.Timeout
    | ActionShape.Clock;
  _stateID: number;
  turn: number;
  phase: string | null;
  redact?: boolean;
  /** `true` if the engine created the entry, not a player, for example by `maxMoves` or `endIf`. */
  automatic?: boolean;
  /** Metadata of the move: the last argument of `log.setMetadata`. */
  metadata?: any;
  /** Metadata that hooks have passed to `log.setMetadata` during the action, in the order of the calls. */
  hookMetadata?: any[];
  /** Effects of the action that this viewer may see, in the order in which moves and hooks emitted them. */
  effects?: Effect[];
  /** Moment of the action, in a game with time. */
  time?: number;
  /** Lag for which the player got time back, in milliseconds. */
  lag?: number;
}
