/**
 * What a master remembers of a match besides its state. It is stored with the state, as `_sync`, and is a value: the
 * next one shares with it what has not changed.
 *
 * @typedef {object} Ledger
 * @property {number} base nobody's situation is older than this state
 * @property {Record<string, number>} since whose situation is younger, and in which state it began
 * @property {Record<string, number>} [forgotten] what was made in an older state may have been answered to a session that
 *   is forgotten: of those who have had that many
 * @property {Entry[]} sessions what was answered to whom; the session that acted last is at the end
 *
 * @typedef {[playerID: string, session: string, resultStateID: number, last: number, refused: Refused[]]} Entry
 *   `resultStateID`: the state that its last success led to; `last`: the last action that was answered
 *
 * @typedef {[seq: number, error: object]} Refused
 *
 * @typedef {{ session: string, seq: number, first: number, dependsOn?: number, ahead?: boolean }} Made how and
 *   when an action was made, as Rondel's clients say it
 */

/** What is stored with a state; a stored one has been checked: see lib/online/storage/stored-match.js. */
export function ledgerOf({ _stateID, _sync }) {
  return _sync ?? { base: _stateID, since: {}, forgotten: {}, sessions: [] };
}

/** The situation of everybody begins anew with the state `stateID`, which an operator has made. */
export function begunAnew(ledger, stateID) {
  return { ...ledger, base: stateID, since: {} };
}

/** `[[session, last answered, refused], …]` for each player; `refused` lists `[number, error]`. */
export function acksOf(state) {
  const acks = new Map();
  for (const [playerID, session, , last, refused] of ledgerOf(state).sessions) {
    const ack = refused.length > 0 ? [session, last, refused] : [session, last];
    if (acks.has(playerID)) acks.get(playerID).push(ack);
    else acks.set(playerID, [ack]);
  }
  // A player may be called as a member of `Object.prototype` is.
  return Object.fromEntries(acks);
}

/** As `acksOf`, for one author alone, of whom nothing is remembered. */
export function acksTo({ playerID, sync: { session, seq } }, refused) {
  return Object.fromEntries([[playerID, [[session, seq, refused]]]]);
}

/** What a master says of a state beside it: what has been answered to whom, and who could go a step back. */
export function syncOf(cache, state, acks = acksOf(state)) {
  const { playerID, canUndo, canRedo } = cache.stepRights(state) ?? {};
  return { acks, undo: canUndo ? playerID : null, redo: canRedo ? playerID : null };
}
