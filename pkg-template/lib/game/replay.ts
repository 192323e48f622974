/** Field of a stored log entry with the data to replay its action: `{ drawn?, action?, isAlone? }`. */
export const REPLAY = '_replay';

/** Returns `true` for an entry that exists only for replay. The logs of clients omit it. */
export function isForReplay(entry: { [REPLAY]?: { isAlone?: boolean } }) {
  return entry[REPLAY]?.isAlone === true;
}
