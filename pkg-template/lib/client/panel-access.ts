import { noop } from '../util/noop.js';
import { HOST } from '../util/marks.js';
import type { PanelAccess, PanelNetwork } from '../../types/debug.js';
import type { Game, State } from '../../types/game.js';
import type { InspectMaster } from '../../types/inspect.js';
import type { ClientMatch } from './client-match.js';
import type { Client } from './client.js';

/** More entries than `_undo` has: none is exported, which takes as long as the list is long. */
const NO_UNDO = 2 ** 31 - 1;

/** The master of a transport, if it runs in this page. */
export interface PageHost {
  readonly network: PanelNetwork | null;
  /** Calls `fn` with the events of all matches. A host with an asynchronous storage reads this match ahead, for `statesOf`. */
  inspect(fn: InspectMaster, matchID: string): () => void;
  /** Returns the first and the present state of a match; `null` if there is none, and until an asynchronous storage has answered. */
  statesOf(matchID: string): { initialState: State, state: State } | null;
}

/** Returns the present state of a match in this page, with the number of log entries before it. A `playerView` may throw. */
function originOf(match: ClientMatch): ReturnType<PanelAccess['origin']> {
  try {
    const state: State | null = match.whole();
    return state && { state, length: match.getState()?.log.length ?? 0 };
  } catch {
    return null;
  }
}

/**
 * Returns the access of a debug panel to a client. A match in this page can be replayed from its state at this time.
 *
 * @param fork creates a client in this page that continues from a state
 */
export function panelAccess(match: ClientMatch, fork: (game: Game, state: State) => Client<Game, unknown>): PanelAccess {
  const first = originOf(match);
  const host = (match.transport as { [HOST]?: PageHost } | undefined)?.[HOST] ?? null;
  return {
    gameName: match.rules.name,
    network: host?.network ?? null,
    inspect: (fn) => match.inspect(fn),
    confirmed: () => match.info.state?.view ?? null,
    whole: () => (host ? host.statesOf(String(match.matchID))?.state ?? null : match.whole(NO_UNDO)),
    origin() {
      if (!host) return first;
      const stored = host.statesOf(String(match.matchID));
      return stored && { state: stored.initialState, length: 0 };
    },
    viewOf: ({ G, ctx }, playerID) => match.rules.view({ G, ctx }, playerID),
    inspectMaster: (fn) => host?.inspect(fn, String(match.matchID)) ?? noop,
    fork: (state) => fork(match.options.game, state),
  };
}
