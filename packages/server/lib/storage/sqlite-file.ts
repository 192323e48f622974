import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { messageOf, rondelError } from '../rondel.js';
import { migrate } from './sqlite-schema.js';
import type Libsql from 'libsql';
import type { SqliteOpts } from '../../types/storages.js';

let collect: (() => void) | undefined;

export type DatabaseClass = new (file: string) => Libsql.Database;

/** A value of a parameter of a statement, or of a column. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** How a file is opened. */
export interface FileOptions {
  file: string;
  synchronous: 'normal' | 'full';
  /** milliseconds */
  busyTimeout: number;
}

/** Calls libsql, and turns its errors into those of the file. */
type Attempt = <T>(work: () => T) => T;

const BUSY_TIMEOUT_MS = 200;
/** Milliseconds to wait for other processes while the file is opened, before anybody plays. */
const OPENING_MS = 5000;

/**
 * An open file of Sqlite's. A wait for another process stops the whole of this one. So only the first statement waits: while the file is held,
 * the others fail at once, with the code `storage/busy`, until a write succeeds.
 */
export class SqliteFile {
  #database: Libsql.Database;
  #file: string;
  #busyTimeout: number;
  #statements: Map<string, Statement<unknown>> = new Map();
  /** `true` if another process had locked the file at the last write. */
  #isHeld = false;

  /** @param Database of libsql */
  constructor(Database: DatabaseClass, { file, synchronous, busyTimeout }: FileOptions) {
    this.#file = file;
    this.#busyTimeout = busyTimeout;
    try {
      this.#database = new Database(file);
      this.#wait(OPENING_MS);
      // Before anything is in the file: of any other it is not changed.
      this.#database.pragma('auto_vacuum = INCREMENTAL');
      this.#database.pragma('journal_mode = WAL');
      this.#database.pragma(`synchronous = ${synchronous}`);
      this.within('BEGIN IMMEDIATE', () => migrate(this.#database, file));
      this.#wait(busyTimeout);
    } catch (error) {
      this.#end();
      if ((error as { code?: unknown }).code === 'storage/version') throw error;
      throw rondelError('storage/open', `Sqlite: cannot open ${file}; is its folder there, and may this process write to it? (${messageOf(error)})`);
    }
  }

  /** Returns the statement of a text. `Row` is what it selects. */
  statement<Row>(text: string): Statement<Row> {
    const known = this.#statements.get(text);
    // The same text selects the same.
    if (known) return known as Statement<Row>;
    const prepared = this.#attempt(() => this.#database.prepare(text));
    const statement = new Statement<Row>(prepared, (work) => this.#attempt(work), (work) => this.#write(work));
    this.#statements.set(text, statement);
    return statement;
  }

  exec(text: string): unknown {
    return this.#write(() => this.#database.exec(text));
  }

  /** The value of a pragma. */
  pragma(name: string): unknown {
    return Object.values(this.#attempt(() => this.#database.prepare(`PRAGMA ${name}`).get()) as object)[0];
  }

  /** Returns the path of the file: the name may be a URI. Returns an empty text for a database in memory. */
  path(): string {
    return (this.#attempt(() => this.#database.prepare('PRAGMA database_list').get()) as { file: string }).file;
  }

  /** Does all of `work` or nothing. */
  within<T>(begin: string, work: () => T): T {
    this.#attempt(() => this.#database.exec(begin));
    try {
      const result = work();
      this.#attempt(() => this.#database.exec('COMMIT'));
      return result;
    } catch (error) {
      // A write that did not fit on the disk has been undone already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Lets go of the file, which has all matches by itself then. */
  close() {
    this.#statements.clear();
    try {
      // Other users of the file are not waited for.
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } finally {
      this.#end();
    }
  }

  #end() {
    this.#database?.close();
    collectGarbage();
  }

  #write<T>(work: () => T): T {
    const result = this.#attempt(work);
    if (this.#isHeld) this.#wait(this.#busyTimeout);
    this.#isHeld = false;
    return result;
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!String((error as { code?: unknown } | null | undefined)?.code).startsWith('SQLITE_BUSY')) throw error;
      if (!this.#isHeld) this.#wait(0);
      this.#isHeld = true;
      throw rondelError('storage/busy', `Sqlite: another process holds ${this.#file}, and nothing was stored: try again later (${messageOf(error)})`);
    }
  }

  /** Has statements wait so many milliseconds for other processes. */
  #wait(milliseconds: number) {
    this.#database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }
}

/** A prepared statement of libsql's, whose errors are the file's. */
class Statement<Row> {
  #prepared: Libsql.Statement<unknown[]>;
  #read: Attempt;
  #write: Attempt;

  constructor(prepared: Libsql.Statement<unknown[]>, read: Attempt, write: Attempt) {
    this.#prepared = prepared;
    this.#read = read;
    this.#write = write;
  }

  get(...values: SqlValue[]): Row | undefined {
    return this.#read(() => this.#prepared.get(...values)) as Row | undefined;
  }

  all(...values: SqlValue[]): Row[] {
    return this.#read(() => this.#prepared.all(...values)) as Row[];
  }

  run(...values: SqlValue[]) {
    return this.#write(() => this.#prepared.run(...values));
  }
}

/**
 * Collects the garbage of this thread at once. libsql before 0.6 closes a file when the last of its statements has been collected, and not
 * when the database is closed (tursodatabase/libsql-js#228): the files of closed storages would stay open.
 */
function collectGarbage() {
  try {
    collect ??= exposed();
    collect();
  } catch {
    // A runtime that does not expose it collects it later.
  }
}

/** V8's own `gc`, which only contexts have that are made while the flag is set. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
}

export function optionsOf(options: string | SqliteOpts): FileOptions {
  const given: SqliteOpts = typeof options === 'string' ? { file: options } : options;
  const { file, synchronous = 'normal', busyTimeout = BUSY_TIMEOUT_MS } = given ?? {};
  if (typeof file !== 'string' || file === '') throw badOption('file', 'the path of a file');
  if (synchronous !== 'normal' && synchronous !== 'full') throw badOption('synchronous', "'normal' or 'full'");
  if (!Number.isSafeInteger(busyTimeout) || busyTimeout < 0) throw badOption('busyTimeout', 'a number of milliseconds');
  return { file, synchronous, busyTimeout };
}

function badOption(name: string, expected: string): Error {
  return rondelError('storage/option', `Sqlite: ${name}: expected ${expected}`);
}
