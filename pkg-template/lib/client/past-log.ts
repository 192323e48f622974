import { isEqual } from '../online/protocol/patch.js';
import type { LogEntry } from '../../types/game.js';
import type { OnlineLog } from './online-state.js';

/** Time until a missing part is requested again, in milliseconds. */
const PATIENCE = 10_000;

/**
 * The log of a match before the entries that its master has sent with the state. It arrives in parts, the newest first. All states of the
 * match share it.
 */
export class PastLog {
  /** Entries that have arrived, in order. */
  entries: LogEntry[];
  /** Position before which to request more entries; null if there are none. */
  #before: number | null;
  #askedAt = -Infinity;

  constructor(entries: LogEntry[], before: number | null) {
    this.entries = entries;
    this.#before = before;
  }

  /**
   * Returns the past of a log that a master has sent again. Known entries are not requested again if the new part continues them.
   *
   * @param part newest part of the log
   * @param earlier position before which to request more entries
   */
  static of(known: OnlineLog | undefined, part: LogEntry[], earlier: number | undefined) {
    if (earlier === undefined) return new PastLog([], null);
    const entries = known ? [...known.past.entries, ...known.entries.slice(0, known.length)] : [];
    const start = beginningOf(part, entries);
    return start > 0 ? new PastLog(entries.slice(0, start), known ? known.past.#before : null) : new PastLog([], earlier);
  }

  isComplete() {
    return this.#before === null;
  }

  /** Returns the position of the next request, and records it as sent; `null` if none is due. */
  question(now: number) {
    if (this.#before === null || now < this.#askedAt + PATIENCE) return null;
    this.#askedAt = now;
    return this.#before;
  }

  /** Returns the time of the next request; `Infinity` if none is pending. */
  deadline() {
    return this.#askedAt === -Infinity ? Infinity : this.#askedAt + PATIENCE;
  }

  /** Adds a part, unless it was not requested: messages may arrive twice. Returns `true` if it was added. */
  take(before: unknown, part: LogEntry[], earlier: number | undefined) {
    if (this.#before === null || before !== this.#before) return false;
    this.entries = [...part, ...this.entries];
    this.#before = earlier ?? null;
    this.#askedAt = -Infinity;
    return true;
  }
}

/**
 * Returns the index at which the newest part begins in a log; all known entries from there on must be equal. Returns -1 if there is none.
 */
function beginningOf(part: LogEntry[], entries: LogEntry[]) {
  const [first] = part;
  for (let i = entries.length - 1; first && i >= 0 && entries[i]._stateID >= first._stateID; i -= 1) {
    if (isEqual(entries.slice(i), part.slice(0, entries.length - i))) return i;
  }
  return -1;
}
