import { REPLAY, isForReplay } from '../game/replay.js';
import type { LogEntry, State } from '../../types/game.js';
import type { MasterAction } from './match-engine.js';
import type { StoredState } from './stored-states.js';
import type { Foreign } from '../util/foreign.js';

// Replay data in the stored log of a match that draws securely. The first entry of an action has the numbers that the action drew, and the
// action itself if the entry does not contain all of it. An action without an entry gets an entry for replay alone, and so does the end
// of a match by an operator. The viewer's filter removes all of this.

/** Action of an entry that is stored for replay: as the player sent it, but without credentials. */
interface ReplayedAction {
  type: MasterAction['type'];
  payload: Omit<MasterAction['payload'], 'credentials'>;
}

/** End of a match by an operator. */
interface EndAction {
  type: 'END_MATCH';
  payload: { gameover: unknown };
}

/** An entry for replay alone. Its action may be a plugin's, or an operator's. */
interface EntryForReplay extends Omit<LogEntry, 'action'> {
  action: ReplayedAction | EndAction;
}

/** An entry as it is stored. */
export type StoredEntry = (LogEntry | EntryForReplay) & {
  [REPLAY]?: { drawn?: readonly number[], action?: ReplayedAction, isAlone?: boolean };
};

/** Log entries of an action, and the data to replay it. */
interface Played {
  deltalog: LogEntry[];
  action: MasterAction;
  /** Undefined if it drew no numbers. */
  drawn?: readonly number[];
}

/**
 * Returns the log entries of an action as the master stores them.
 *
 * @param before the state in which the action was done
 */
export function replayable({ _stateID, ctx: { turn, phase } }: StoredState, { deltalog, action, drawn }: Played): StoredEntry[] {
  const [first, ...rest] = deltalog;
  const kept = drawn ? { drawn } : {};
  const made = withoutCredentials(action);
  if (!first) return [{ action: made, _stateID, turn, phase, redact: true, [REPLAY]: { ...kept, isAlone: true } }];
  // The log entry of an event has what the event ended, and not who called it.
  if (action.type === 'GAME_EVENT') return [{ ...first, [REPLAY]: { ...kept, action: made } }, ...rest];
  return drawn ? [{ ...first, [REPLAY]: kept }, ...rest] : deltalog;
}

/** Returns a log without its replay data. */
export function withoutReplay(log: StoredEntry[]): LogEntry[] {
  // All entries are those of players.
  if (!log.some((entry) => REPLAY in entry)) return log as LogEntry[];
  return log.filter((entry) => !isForReplay(entry)).map(({ [REPLAY]: _, ...shown }) => shown as LogEntry);
}

function withoutCredentials({ type, payload: { credentials: _, ...payload } }: MasterAction): ReplayedAction {
  return { type, payload };
}

/** Type of the log entry for the end of a match by an operator: no player's action, and in the stored log alone. */
const END_MATCH = 'END_MATCH';

/** Returns the state of a match that an operator ends with an outcome. Runs no game code: a fault in `onEnd` may be the reason for the end. */
export function ended<Ended extends State>(state: Ended, gameover: Foreign): Ended {
  return { ...state, ctx: { ...state.ctx, gameover }, _stateID: state._stateID + 1 };
}

/** Returns the log entry for the end, by which the match can be replayed. It is not sent: the public type of entries lacks its action. */
export function entryOfEnd({ _stateID, ctx: { turn, phase } }: State, gameover: Foreign): StoredEntry {
  return { action: { type: END_MATCH, payload: { gameover } }, _stateID, turn, phase, redact: true, [REPLAY]: { isAlone: true } };
}

/** Returns `true` if the action of a stored log entry is an operator's end of the match. */
export function isEnd({ type }: { type: string }): boolean {
  return type === END_MATCH;
}
