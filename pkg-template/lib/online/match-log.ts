import { isObject } from '../util/objects.js';
import { sizeOf } from './limits.js';
import { logPart, readLogPart } from './storage/log-part.js';
import type { LogPart, StorageAPI } from '../../types/master.js';
import type { Steps } from './steps.js';
import type { Stored } from './storage/stored-match.js';
import type { Storage } from './storage/storing.js';
import type { StoredState } from './stored-states.js';

/** A match with the newest part of its log. */
export interface StoredInParts extends Stored {
  /** Where the entries before the log begin; null if there are none. */
  earlier: number | null;
}

/** The same before it is checked. Others may have written anything. */
type UncheckedInParts = { [field in keyof Stored]?: unknown } & Pick<StoredInParts, 'earlier'>;

/** A part of a log as viewers are sent it. */
export type ShownLogPart = Omit<LogPart, 'before'>;

/** All that is stored of a match, as `fetch` of a storage is asked for it. */
export const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };
const BUT_THE_LOG = { ...EVERYTHING, log: false };
/** Bytes of an older match's log that are held at once while it is measured. */
const AT_ONCE = 1_000_000;

/**
 * Reads the stored data of a match, unchecked, with the newest part of the log, as steps for `drive`. `earlier` is the place before which
 * more entries exist; null if there are none.
 *
 * @param bytes of the log
 */
export function* fetchEverything(storageAPI: Storage, matchID: string, bytes: number): Steps<UncheckedInParts> {
  const inParts = knowsParts(storageAPI) && bytes !== Infinity;
  const stored = yield storageAPI.fetch(matchID, inParts ? BUT_THE_LOG : EVERYTHING);
  if (!isObject(stored)) return stored;
  const { log, before } = inParts ? yield* readLogPart(storageAPI, matchID, { bytes }) : logPart(stored.log, { bytes });
  return { ...stored, log, earlier: before };
}

/**
 * The entries that led to the state of a match that has been checked. The log is read later than the state: somebody else may
 * have added to it.
 */
export function logUntilState({ state, log }: Pick<Stored, 'state' | 'log'>) {
  if (!state || !log) return log;
  return log.filter(({ _stateID }) => !(typeof _stateID === 'number' && _stateID >= state._stateID));
}

/**
 * About how many bytes the log of a match takes, as steps for `drive`: the number is stored with the state. Older masters have not
 * stored it, and their logs are measured once.
 */
export function* logSizeOf(storageAPI: Storage, matchID: string, { _stateID, _logSize }: StoredState): Steps<number> {
  if (_logSize !== undefined || _stateID === 0) return _logSize ?? 0;
  const bytes = knowsParts(storageAPI) ? AT_ONCE : Infinity;
  let size = 0;
  let before: number | undefined;
  do {
    const part: StorageAPI.LogPart = yield* readLogPart(storageAPI, matchID, { before, bytes });
    size += sizeOfLog(part.log);
    before = part.before ?? undefined;
  } while (before !== undefined);
  return size;
}

/** About how many bytes entries take in a log. */
export function sizeOfLog(entries?: unknown): number {
  let size = 0;
  for (const entry of Array.isArray(entries) ? entries : []) size += sizeOf(entry);
  return size;
}

function knowsParts(storageAPI: Storage): boolean {
  return typeof storageAPI.fetchLogPart === 'function';
}
