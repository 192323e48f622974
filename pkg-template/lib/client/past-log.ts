import { isEqual } from '../online/protocol/patch.js';
import type { LogEntry } from '../../types/game.js';
import type { OnlineLog } from './online-state.js';

/** Milliseconds after which a part that has not arrived is asked for again. */
const PATIENCE = 10_000;

/**
 * The log of a match before the entries that its master has sent with the state. It arrives in parts, the newest
 * first; all states of the match share it.
 */
export class PastLog {
  /** those that have arrived, in order */
  entries: LogEntry[];
  /** Where the entries before these are to be asked for; null if there are none. */
  #before: number | null;
  #askedAt = -Infinity;

  constructor(entries: LogEntry[], before: number | null) {
    this.entries = entries;
    this.#before = before;
  }

  /**
   * The past of a log that a master has sent again. Entries that are known are not asked for again, if the new part continues them.
   *
   * @param part the newest of the log
   * @param earlier where the entries before it are to be asked for
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

  /** Where to ask for more, if it is time to ask; null if not. It counts as asked. */
  question(now: number) {
    if (this.#before === null || now < this.#askedAt + PATIENCE) return null;
    this.#askedAt = now;
    return this.#before;
  }

  /** When it is time to ask again; Infinity if nothing has been asked. */
  deadline() {
    return this.#askedAt === -Infinity ? Infinity : this.#askedAt + PATIENCE;
  }

  /** Takes a part, unless it was not asked for: messages may arrive twice. Returns whether it was taken. */
  take(before: unknown, part: LogEntry[], earlier: number | undefined) {
    if (this.#before === null || before !== this.#before) return false;
    this.entries = [...part, ...this.entries];
    this.#before = earlier ?? null;
    this.#askedAt = -Infinity;
    return true;
  }
}

/** Where in a log the newest part of it begins: all known entries from there on have to be equal. -1 if nowhere. */
function beginningOf(part: LogEntry[], entries: LogEntry[]) {
  const [first] = part;
  for (let i = entries.length - 1; first && i >= 0 && entries[i]._stateID >= first._stateID; i -= 1) {
    if (isEqual(entries.slice(i), part.slice(0, entries.length - i))) return i;
  }
  return -1;
}
