import type { LogEntry } from 'rondel';

/** The end of a log: what has happened in this state and in later ones. Looks at that end only. */
export function logSince(log: LogEntry[] | undefined = [], stateID: number): LogEntry[] {
  let first = log.length;
  while (first > 0 && log[first - 1]._stateID >= stateID) first -= 1;
  return log.slice(first);
}
