import { isUnreadable } from '../../online/storage/stored-match.js';

/**
 * Whether what is stored of a match can be read by now: another process may have set aside what could not, and have begun a
 * new match. Nothing can where nobody asks.
 *
 * @param {() => any} read answers all that is stored of it; throws if the storage cannot make sense of it
 * @param {((stored: any) => boolean) | undefined} isReadable whether a master can
 */
export function isReadableNow(read, isReadable) {
  if (!isReadable) return false;
  try {
    return isReadable(read());
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return false;
  }
}

/** Reads, and answers a function that answers or throws what came of it. */
export async function outcomeOf(read) {
  try {
    const stored = await read();
    return () => stored;
  } catch (error) {
    return () => { throw error; };
  }
}
