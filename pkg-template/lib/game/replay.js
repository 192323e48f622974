/** The field of a stored log entry that says what it takes to play the action again: `{ drawn?, action?, isAlone? }`. */
export const REPLAY = '_replay';

/** Whether an entry is stored for that alone: in the logs of clients, there is none of this action. */
export function isForReplay(entry) {
  return entry[REPLAY]?.isAlone === true;
}
