import type { Game, LogEntry, State } from '../../types/game.js';
import type { ClientEntry } from './session.js';

/** A match as one file: what its client may see, and nothing more. A match in one page is the page's: it is whole. */
export interface Report {
  format: 'rondel-match';
  version: 1;
  gameName: string;
  /** The `version` of the game's rules. */
  gameVersion?: string | number | undefined;
  createdAt: string;
  userAgent: string;
  playerID: string | null;
  isOnline: boolean;
  /** Type and message of the last refusal. */
  lastError: { type: string, message?: string | undefined } | null;
  initialState: Pick<State, 'G' | 'ctx'> & Partial<State>;
  state: Pick<State, 'G' | 'ctx'> & Partial<State>;
  log: LogEntry[];
  note: string;
}

/** Maximum size of a file that is opened, in bytes. */
const MOST_BYTES = 50_000_000;

/** Returns a client's match as a file. A client online has only what its player may see, and no credentials are in it. */
export function reportOf(entry: ClientEntry, note: string): Report {
  const { client, access, state } = entry;
  // A master's state has secrets: the client has only what its player may see.
  const isOnline = client.transport !== undefined;
  const origin = entry.origin();
  const isWhole = !isOnline && origin.length === 0;
  const initial = isWhole ? origin.state : client.getInitialState() as State;
  const { version } = client.game as { version?: string | number };
  const { lastError } = client;
  return {
    format: 'rondel-match',
    version: 1,
    gameName: access.gameName,
    gameVersion: version,
    createdAt: new Date().toISOString(),
    userAgent: navigator.userAgent,
    playerID: client.playerID ?? null,
    isOnline,
    lastError: lastError && { type: lastError.type, message: (lastError as { message?: string }).message },
    initialState: partsOf(initial),
    state: partsOf(isOnline ? state as State : client.store.getState() as State),
    log: state?.log ?? [],
    note,
  };
}

function partsOf({ G, ctx, plugins, _stateID, _undo, _redo }: State) {
  return { G, ctx, plugins, _stateID, _undo: _undo ?? [], _redo: _redo ?? [], deltalog: [] };
}

/** Parses a file. Rejects with an error that says what is wrong with it. */
export async function readReport(file: Blob, gameName: string): Promise<Report> {
  if (file.size > MOST_BYTES) throw new Error(`the file is larger than ${MOST_BYTES} bytes`);
  const text = await file.text();
  let report: Report;
  try {
    report = JSON.parse(text);
  } catch (error) {
    throw new Error(`the file is no JSON, or a part of it is missing: ${(error as Error).message}`);
  }
  if (report?.format !== 'rondel-match') throw new Error('the file is no match that the debug panel has exported');
  if (report.version !== 1) throw new Error(`the file has version ${report.version}; this panel reads version 1`);
  if (report.gameName !== gameName) throw new Error(`the file is a match of "${report.gameName}"; this client plays "${gameName}"`);
  for (const part of ['initialState', 'state'] as const) {
    if (typeof report[part]?.ctx !== 'object' || report[part].ctx === null) throw new Error(`${part}: the file has no valid state`);
  }
  if (!Array.isArray(report.log)) throw new Error('log: expected a list');
  return report;
}

/** Returns the reason why a file of another version of the rules may not replay; `null` if it has the same. */
export function versionProblem({ gameVersion }: Report, game: Game): string | null {
  const { version } = game as { version?: string | number };
  return gameVersion === version ? null : `The file was made with version ${gameVersion ?? 'none'} of the game; this page has version ${version ?? 'none'}.`;
}
