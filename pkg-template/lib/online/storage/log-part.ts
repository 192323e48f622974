import { rondelError } from '../../util/error.js';

import type { StorageAPI } from '../../../types/master.js';
import type { LogEntry } from '../../../types/game.js';
import type { Steps } from '../steps.js';
import type { Storage } from './storing.js';

/** The newest entries of a log that fit. In a list, `before` is how many entries come before. */
export function logPart(log: unknown, { before, bytes }: StorageAPI.LogPartOpts): StorageAPI.LogPart {
  // Others may have written it, as anything: the master checks it.
  if (!Array.isArray(log)) return { log: (log ?? []) as LogEntry[], before: null };
  if (before === undefined && bytes === Infinity) return { log, before: null };
  const end = Math.min(before ?? Infinity, log.length);
  let start = end;
  let left = bytes;
  while (start > 0) {
    left -= lengthOf(log[start - 1], `log[${start - 1}]`);
    if (left < 0 && start < end) break;
    start -= 1;
  }
  return { log: log.slice(start, end), before: start > 0 ? start : null };
}

/** Reads a part of a match's log, as steps for `drive`. A storage without `fetchLogPart` reads all of it. */
export function* readLogPart(storageAPI: Storage, matchID: string, wanted: StorageAPI.LogPartOpts): Steps<StorageAPI.LogPart> {
  if (typeof storageAPI.fetchLogPart === 'function') return yield storageAPI.fetchLogPart(matchID, wanted);
  const { log } = yield storageAPI.fetch(matchID, { log: true });
  return logPart(log, wanted);
}

/** The length of an entry as text. Throws an error that names the path of one that has no text. */
function lengthOf(entry: unknown, path: string): number {
  try {
    return JSON.stringify(entry)?.length ?? 0;
  } catch {
    throw rondelError('storage/unreadable', `${path}: cannot be read`);
  }
}
