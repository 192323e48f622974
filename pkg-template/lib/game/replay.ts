/** The field of a stored log entry with what it takes to replay the action: `{ drawn?, action?, isAlone? }`. */
export const REPLAY = '_replay';

/** Whether an entry is stored for replay alone: the logs of clients have no entry of this action. */
export function isForReplay(entry: { [REPLAY]?: { isAlone?: boolean } }) {
  return entry[REPLAY]?.isAlone === true;
}
