/**
 * What a master remembers of a match besides its state. It is stored with the state, as `_sync`, and is a value: the
 * next one shares with it what has not changed.
 *
 * @typedef {object} Ledger
 * @property {number} base no player's situation is older than this state
 * @property {Record<string, number>} since by player whose situation is newer, the state in which it began
 * @property {Record<string, number>} [forgotten] by player who has had too many sessions: an action made in an older state may have
 *   been acknowledged to a session that is evicted
 * @property {Entry[]} sessions what was acknowledged to each session; the one that acted last is at the end
 *
 * @typedef {[playerID: string, session: string, resultStateID: number, last: number, refused: Refused[]]} Entry
 *   `resultStateID`: the state that its last success led to; `last`: the last action that was acknowledged
 *
 * @typedef {[seq: number, error: object]} Refused
 *
 * @typedef {{ session: string, seq: number, first: number, dependsOn?: number, ahead?: boolean }} Made how and
 *   when an action was made, as sent by Rondel's clients
 */

/** The ledger that is stored with a state. It has been checked when it was read: see lib/online/storage/stored-match.js. */
export function ledgerOf({ _stateID, _sync }) {
  return _sync ?? { base: _stateID, since: {}, forgotten: {}, sessions: [] };
}

/** The ledger with the situation of every player restarted at the state `stateID`, which an operator has made. */
export function restarted(ledger, stateID) {
  return { ...ledger, base: stateID, since: {} };
}

/** `[[session, last acknowledged, refused], …]` for each player; `refused` lists `[number, error]`. */
export function acksOf(state) {
  const acks = new Map();
  for (const [playerID, session, , last, refused] of ledgerOf(state).sessions) {
    const ack = refused.length > 0 ? [session, last, refused] : [session, last];
    if (acks.has(playerID)) acks.get(playerID).push(ack);
    else acks.set(playerID, [ack]);
  }
  // The ID may be an `Object.prototype` key.
  return Object.fromEntries(acks);
}

/** As `acksOf`, for one author alone, who has no entry in the ledger. */
export function acksTo({ playerID, sync: { session, seq } }, refused) {
  return Object.fromEntries([[playerID, [[session, seq, refused]]]]);
}

/** What a master sends with a state: the acknowledgements by player, and who could undo or redo. */
export function syncOf(cache, state, acks = acksOf(state)) {
  const { playerID, canUndo, canRedo } = cache.stepRights(state) ?? {};
  return { acks, undo: canUndo ? playerID : null, redo: canRedo ? playerID : null };
}
