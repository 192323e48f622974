import { isObject } from '../util/objects.js';
import { logUntilState } from './match-log.js';
import type { Server } from '../../types/master.js';
import type { MatchFile } from '../../types/testing.js';
import type { LogEntry } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { StoredState } from './stored-states.js';

/** Stored data of a match that has begun. */
interface StoredMatch {
  metadata?: StoredMetadata;
  initialState: StoredState;
  state: StoredState;
  log?: LogEntry[];
}

const FORMAT = 'rondel/match';
const FORMAT_VERSION = 1;

/**
 * A match as one file, for operators of a server: what is stored of it, also what players may not see. No credentials are in it, and
 * nothing that masters note for themselves.
 */
export function matchFile(matchID: string, { metadata, initialState, state, log = [] }: StoredMatch): MatchFile {
  const { _revision: _, _logSize, ...first } = initialState;
  const { G, ctx, plugins, _stateID, _version } = state;
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    matchID,
    exportedAt: Date.now(),
    metadata: metadata && withoutNotes(withoutCredentials(metadata)),
    initialState: first,
    log: logWithoutCredentials(logUntilState({ state, log }) as LogEntry[]),
    state: { G, ctx, plugins, _stateID, ..._version !== undefined && { _version } },
  };
}

/** Why this is no match that can be played again; null if it is one. */
export function objectionToMatchFile(file: unknown): string | null {
  const expected = "expected what exportMatch of a server's `admin` has made";
  if (typeof file === 'string') return `${expected}, got its text: parse it with JSON.parse`;
  if (!isObject(file) || file.format !== FORMAT) return expected;
  if (file.formatVersion !== FORMAT_VERSION) return `its format is ${String(file.formatVersion)}, and this version of Rondel reads ${FORMAT_VERSION}`;
  const isWhole = isObject(file.initialState) && Array.isArray(file.log) && isObject(file.state);
  return isWhole ? null : 'its initialState, log or state is missing';
}

/** Metadata without the credentials of players. */
export function withoutCredentials<Metadata extends StoredMetadata | undefined>(metadata: Metadata): Metadata {
  if (!metadata) return metadata;
  const players = Object.entries(metadata.players ?? {}).map(([id, { credentials, ...player }]) => [id, player]);
  return { ...metadata, players: Object.fromEntries(players) };
}

/** A stored log without the credentials that other masters have left there. */
export function logWithoutCredentials<Entry extends LogEntry>(log: Entry[]): Entry[] {
  return log.map((entry) => {
    if (!isObject(entry?.action?.payload) || !('credentials' in entry.action.payload)) return entry;
    const { credentials, ...payload } = entry.action.payload;
    return { ...entry, action: { ...entry.action, payload } };
  });
}

function withoutNotes(metadata: StoredMetadata): Server.MatchData {
  return Object.fromEntries(Object.entries(metadata).filter(([field]) => !field.startsWith('_'))) as Server.MatchData;
}
