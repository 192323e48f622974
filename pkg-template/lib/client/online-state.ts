import { isEqual } from '../online/protocol/patch.js';
import type { LogEntry, State } from '../../types/game.js';
import type { PastLog } from './past-log.js';

/** A state in boardgame.io's shape, as the player sees it. */
export type View = Pick<State, 'G' | 'ctx' | 'plugins' | '_stateID'>;

/** A state of an online client: the master's, or with the player's own actions on top. */
export interface OnlineState {
  view: View;
  log: OnlineLog;
  /** Log entries of the last action. */
  deltalog: LogEntry[];
  canUndo: boolean;
  canRedo: boolean;
}

export interface OnlineLog {
  /** Earlier entries that have arrived. All states share them. */
  past: PastLog;
  /** A growing list that states share. */
  entries: LogEntry[];
  /** Number of entries that belong to this state. */
  length: number;
  /** Predicted entries. */
  ahead: LogEntry[];
}

/**
 * Fields that are compared by identity. `showSame` compares the view and the log in their own ways. No page sees a change of `deltalog`
 * alone.
 */
const COMPARED = Object.keys({ canUndo: true, canRedo: true } satisfies Record<Exclude<keyof OnlineState, 'view' | 'log' | 'deltalog'>, true>) as ('canUndo' | 'canRedo')[];

/** Returns all entries of a log that have arrived. */
export function entriesOf({ past, entries, length, ahead }: OnlineLog) {
  return [...past.entries, ...entries.slice(0, length), ...ahead];
}

/** Returns `true` if two states show the same. Equal parts become the same object in both. */
export function showSame(one: OnlineState, other: OnlineState) {
  // First, because it costs nothing.
  if (one.view._stateID !== other.view._stateID) return false;
  let isSameView = true;
  for (const part of ['G', 'ctx', 'plugins'] as const) {
    if (one.view[part] === other.view[part]) continue;
    if (isEqual(one.view[part], other.view[part])) other.view[part] = one.view[part];
    else isSameView = false;
  }
  const isSameRest = COMPARED.every((field) => one[field] === other[field]) && isSameLog(one.log, other.log);
  // Both share one list, so that the next comparison is short.
  if (isSameRest) one.log = other.log;
  return isSameView && isSameRest;
}

function isSameLog(one: OnlineLog, other: OnlineLog) {
  // Only a log that a master has sent again has another past.
  if (one.past !== other.past) return one.past.isComplete() === other.past.isComplete() && isEqual(entriesOf(one), entriesOf(other));
  if (one.length + one.ahead.length !== other.length + other.ahead.length) return false;
  // Logs that share a list differ only in predicted entries at the end.
  const ahead = one.entries === other.entries ? one.ahead.length + other.ahead.length : Infinity;
  const [ends, others] = [one, other].map(({ entries, length, ahead: last }) => {
    return [...entries.slice(Math.max(0, length + last.length - ahead), length), ...last];
  });
  return isEqual(ends, others);
}
