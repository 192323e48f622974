import type { Client } from '../client/client.js';
import type { Game, LogEntry, State } from '../../types/game.js';
import type { PanelAccess } from '../../types/debug.js';
import type { Report } from './report.js';
import type { ClientEntry } from './session.js';

/** An earlier state, or the reason why it cannot be shown. */
export type Earlier = { state: State, why?: undefined } | { state?: undefined, why: string };

const WAITS = 'The match has not arrived yet.';
const IN_PARTS = 'Parts of the log have not arrived yet.';
const UNKNOWN = 'This page cannot compute it: moves depend on secrets or random numbers that it does not have. It can show states that were shown while the '
  + 'panel was open.';

/** Returns the state after an entry of the log: as the panel has seen it, or else replayed from the initial state. */
export function stateAfter(entry: ClientEntry, index: number): Earlier {
  const log = entry.state?.log ?? [];
  const seen = entry.seenAfter(log, index);
  if (seen) return { state: seen };
  const { client, access } = entry;
  if (!entry.state) return { why: WAITS };
  if (!client.isLogComplete) return { why: IN_PARTS };
  const origin = entry.origin();
  if (index < origin.length) return { why: UNKNOWN };
  const fork = access.fork(origin.state);
  try {
    let state: State | undefined;
    for (const [i, { action, automatic }] of log.entries()) {
      if (i < origin.length) continue;
      if (!automatic) fork.store.dispatch(action);
      if (i === index) state = stored(fork);
    }
    // The last state is known: without the same random numbers and secrets, the replay leads elsewhere.
    if (!isSame(stored(fork), access.whole() ?? entry.state)) return { why: UNKNOWN };
    return { state: client.transport ? { ...state!, G: access.viewOf(state!, entry.playerID) } : state! };
  } catch {
    return { why: UNKNOWN };
  } finally {
    fork.dispose();
  }
}

/** Returns a client in this page with the match of a file. Its log starts with the match if the page can replay it; otherwise at its last state. */
export function replayOf(access: PanelAccess, { initialState, state, log }: Report): { client: Client<Game, unknown>, isComplete: boolean } {
  const client = access.fork(initialState as State);
  try {
    for (const { action, automatic } of log) if (!automatic) client.store.dispatch(action);
    if (isSame(stored(client), state)) return { client, isComplete: true };
  } catch {
    // A file may contain any action.
  }
  client.dispose();
  return { client: access.fork(state as State), isComplete: false };
}

/** Returns the index of the last entry of the action that an entry belongs to: hooks and events of an action add entries of their own. */
export function lastOfAction(log: readonly LogEntry[], index: number): number {
  let last = index;
  while (log[last + 1]?._stateID === log[index]._stateID) last += 1;
  return last;
}

function stored(client: Client<Game, unknown>): State {
  return client.store.getState() as State;
}

function isSame(one: Pick<State, 'G' | 'ctx'>, other: Pick<State, 'G' | 'ctx'>) {
  return JSON.stringify([one.G, one.ctx]) === JSON.stringify([other.G, other.ctx]);
}
