import { isObject } from '../util/objects.js';
import { logUntilState } from './match-log.js';

const FORMAT = 'rondel/match';
const FORMAT_VERSION = 1;

/**
 * A match as one file, for operators of a server: what is stored of it, also what players may not see. No credentials are in it, and
 * nothing that masters note for themselves.
 *
 * @param {string} matchID
 * @param {any} stored
 * @returns {import('../../testing.d.ts').MatchFile}
 */
export function matchFile(matchID, { metadata, initialState, state, log = [] }) {
  const { _revision: _, _logSize, ...first } = initialState;
  const { G, ctx, plugins, _stateID, _version } = state;
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    matchID,
    exportedAt: Date.now(),
    metadata: metadata && withoutNotes(withoutCredentials(metadata)),
    initialState: first,
    log: logWithoutCredentials(logUntilState({ state, log })),
    state: { G, ctx, plugins, _stateID, ..._version !== undefined && { _version } },
  };
}

/** Why this is no match that can be played again; null if it is one. */
export function objectionToMatchFile(file) {
  const expected = "expected what exportMatch of a server's `admin` has made";
  if (typeof file === 'string') return `${expected}, and not its text: JSON.parse reads that`;
  if (!isObject(file) || file.format !== FORMAT) return expected;
  if (file.formatVersion !== FORMAT_VERSION) return `its format is ${String(file.formatVersion)}, and this Rondel knows ${FORMAT_VERSION}`;
  const isWhole = isObject(file.initialState) && Array.isArray(file.log) && isObject(file.state);
  return isWhole ? null : 'its initialState, log or state is missing';
}

/** Metadata without the credentials of players. */
export function withoutCredentials(metadata) {
  if (!metadata) return metadata;
  const players = Object.entries(metadata.players ?? {}).map(([id, { credentials, ...player }]) => [id, player]);
  return { ...metadata, players: Object.fromEntries(players) };
}

/** A stored log without the credentials that other masters have left there. */
export function logWithoutCredentials(log) {
  return log.map((entry) => {
    if (!isObject(entry?.action?.payload) || !('credentials' in entry.action.payload)) return entry;
    const { credentials, ...payload } = entry.action.payload;
    return { ...entry, action: { ...entry.action, payload } };
  });
}

function withoutNotes(metadata) {
  return Object.fromEntries(Object.entries(metadata).filter(([field]) => !field.startsWith('_')));
}
