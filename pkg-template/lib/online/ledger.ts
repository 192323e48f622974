import type { Ack, IntermediateTransportData } from '../../types/master.js';
import type { PlayerID } from '../../types/game.js';
import type { MatchEngine } from './match-engine.js';
import type { Ledger, Refused } from './storage/stored-codec.js';
import type { StoredState } from './stored-states.js';

/** How and when an action was made, as sent by Rondel's clients. */
export type ActionSync = { session: string, seq: number, first: number, dependsOn?: number, ahead?: boolean, acted?: number };

/** Fields of a stored state from which a ledger is read. */
type Remembering = Pick<StoredState, '_stateID' | '_sync'>;

/** The ledger that is stored with a state. It has been checked when it was read: see lib/online/storage/stored-match.ts. */
export function ledgerOf({ _stateID, _sync }: Remembering): Ledger {
  return _sync ?? { base: _stateID, since: {}, forgotten: {}, sessions: [] };
}

/** The ledger with the situation of every player restarted at the state `stateID`, which an operator has made. */
export function restarted(ledger: Ledger, stateID: number): Ledger {
  return { ...ledger, base: stateID, since: {} };
}

/** `[[session, last acknowledged, refused], …]` for each player; `refused` lists `[number, error]`. */
export function acksOf(state: Remembering): Record<PlayerID, Ack[]> {
  const acks = new Map<PlayerID, Ack[]>();
  for (const [playerID, session, , last, refused] of ledgerOf(state).sessions) {
    const ack = (refused.length > 0 ? [session, last, refused] : [session, last]) as Ack;
    if (acks.has(playerID)) acks.get(playerID)!.push(ack);
    else acks.set(playerID, [ack]);
  }
  // The ID may be an `Object.prototype` key.
  return Object.fromEntries(acks);
}

/** As `acksOf`, for one author alone, who has no entry in the ledger. */
export function acksTo({ playerID, sync: { session, seq } }: { playerID: PlayerID, sync: ActionSync }, refused: Refused[]): Record<PlayerID, Ack[]> {
  return Object.fromEntries([[playerID, [[session, seq, refused] as Ack]]]);
}

/** Returns the data that a master sends with a state: acknowledgements by player, and the player who can undo or redo. */
export function syncOf(cache: Pick<MatchEngine, 'stepRights'>, state: StoredState, acks = acksOf(state)): NonNullable<IntermediateTransportData['sync']> {
  const { playerID, canUndo, canRedo } = cache.stepRights(state) ?? {};
  return { acks, undo: canUndo ? playerID! : null, redo: canRedo ? playerID! : null };
}
