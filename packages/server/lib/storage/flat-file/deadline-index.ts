import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, noop } from '../../rondel.js';
import { readText, replaceFile } from '../disk.js';
import { stateNumbersOf } from '../stored-text.js';

const FILE = 'deadlines.json';

/** Reads the states of all matches of the folder: calls `note` for each. */
type ReadAll = (note: (matchID: string, state: unknown) => void) => Promise<void>;

/**
 * The first deadline of each match of a folder. It is a file while no process has the folder: the process that opens it takes the file away, and
 * writes it when it closes the folder. After a crash there is none, and the first question reads all states. Folders without timed games have
 * no question.
 */
export class DeadlineIndex {
  #path: string;
  #due = new Map<string, number>();
  /** Matches that were written, while the states are read. */
  #written = new Set<string>();
  /** Null: the deadlines of matches that were stored before are not known. */
  #complete: Promise<void> | null = null;
  #isComplete = false;

  constructor(dir: string) {
    this.#path = join(dir, FILE);
  }

  /** Takes the file, if there is one. */
  async open() {
    const text = await readText(this.#path);
    await rm(this.#path, { force: true });
    const due = dueIn(text);
    if (!due) return;
    this.#due = due;
    this.#complete = Promise.resolve();
    this.#isComplete = true;
  }

  /** Writes the file, if all deadlines are known. */
  async close() {
    if (this.#isComplete) await replaceFile(this.#path, JSON.stringify(Object.fromEntries(this.#due))).catch(noop);
  }

  /** Notes the newest state of a match. */
  note(matchID: string, state: unknown) {
    this.#written.add(matchID);
    this.#set(matchID, state);
  }

  delete(matchID: string) {
    this.#written.add(matchID);
    this.#due.delete(matchID);
  }

  /** Resolves with the matches whose deadline has passed, the earliest first. */
  async before(now: number, limit: number, readAll: ReadAll): Promise<[matchID: string, due: number][]> {
    this.#complete ??= this.#readAll(readAll);
    await this.#complete;
    const found = [...this.#due].filter(([, due]) => due <= now);
    return found.sort(([, one], [, other]) => one - other).slice(0, limit);
  }

  async #readAll(readAll: ReadAll) {
    try {
      await readAll((matchID, state) => {
        // One that was written meanwhile is newer.
        if (!this.#written.has(matchID)) this.#set(matchID, state);
      });
      this.#isComplete = true;
    } catch (error) {
      this.#complete = null;
      throw error;
    } finally {
      this.#written.clear();
    }
  }

  #set(matchID: string, state: unknown) {
    const { due = null } = isObject(state) ? stateNumbersOf(state as Parameters<typeof stateNumbersOf>[0]) : {};
    if (due === null) this.#due.delete(matchID);
    else this.#due.set(matchID, due);
  }
}

/** Returns the deadlines of a file; undefined if there is none, or it makes no sense. */
function dueIn(text: string | undefined): Map<string, number> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (!isObject(value) || Array.isArray(value)) return undefined;
    const entries: [string, unknown][] = Object.entries(value);
    return entries.every((entry): entry is [string, number] => Number.isFinite(entry[1])) ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}
