/**
 * What a match that draws securely keeps in its log, so that it can be played again: on the first entry of an action the
 * numbers that it drew, and the action itself where the entry does not contain all of it; and an entry for an action that leaves
 * no trace otherwise. The viewer's filter sends it to nobody.
 */

import { REPLAY, isForReplay } from '../game/replay.js';

/**
 * What an action has added to the log, as it is stored.
 *
 * @param {any} before the state in which it was done
 * @param {{ deltalog: any[], action: any, drawn?: readonly number[] }} done
 * @returns {any[]}
 */
export function replayable({ _stateID, ctx: { turn, phase } }, { deltalog, action, drawn }) {
  const [first, ...rest] = deltalog;
  const kept = drawn ? { drawn } : {};
  const made = withoutCredentials(action);
  if (!first) return [{ action: made, _stateID, turn, phase, redact: true, [REPLAY]: { ...kept, isAlone: true } }];
  // The log entry of an event has what the event ended, and not who called it.
  if (action.type === 'GAME_EVENT') return [{ ...first, [REPLAY]: { ...kept, action: made } }, ...rest];
  return drawn ? [{ ...first, [REPLAY]: kept }, ...rest] : deltalog;
}

/** A log without what is kept to play the match again. */
export function withoutReplay(log) {
  if (!log.some((entry) => REPLAY in entry)) return log;
  return log.filter((entry) => !isForReplay(entry)).map(({ [REPLAY]: _, ...shown }) => shown);
}

function withoutCredentials({ type, payload: { credentials: _, ...payload } }) {
  return { type, payload };
}
