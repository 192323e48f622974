import { rondelError } from '../../util/error.js';
import { messageOf } from '../../util/print.js';
import { collectGarbage } from '../util/collect-garbage.js';
import { migrate } from './sqlite-schema.js';

/** Milliseconds to wait for other processes while the file is opened, before anybody plays. */
const OPENING_MS = 5000;

/**
 * An open file of Sqlite's. A wait for another process stops the whole of this one. So only the first statement waits: while the file is held,
 * the others fail at once, with the code `storage/busy`, until a write succeeds.
 */
export class SqliteFile {
  #database;
  #file;
  #busyTimeout;
  /** @type {Map<string, Statement>} */
  #statements = new Map();
  /** Whether another process held the file at the last write. */
  #isHeld = false;

  /**
   * @param {any} Database of libsql
   * @param {{ file: string, synchronous: string, busyTimeout: number }} options
   */
  constructor(Database, { file, synchronous, busyTimeout }) {
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
      if (error.code === 'storage/version') throw error;
      throw rondelError('storage/open', `Sqlite: cannot open ${file}; is its folder there, and may this process write to it? (${messageOf(error)})`);
    }
  }

  /** @param {string} text */
  statement(text) {
    const known = this.#statements.get(text);
    if (known) return known;
    const prepared = this.#attempt(() => this.#database.prepare(text));
    const statement = new Statement(prepared, (work) => this.#attempt(work), (work) => this.#write(work));
    this.#statements.set(text, statement);
    return statement;
  }

  exec(text) {
    return this.#write(() => this.#database.exec(text));
  }

  /** The value of a pragma. */
  pragma(name) {
    return Object.values(this.#attempt(() => this.#database.prepare(`PRAGMA ${name}`).get()))[0];
  }

  /** Returns the path of the file: the name may be a URI. Returns an empty text for a database in memory. */
  path() {
    return this.#attempt(() => this.#database.prepare('PRAGMA database_list').get()).file;
  }

  /** Does all of `work` or nothing. */
  within(begin, work) {
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

  #write(work) {
    const result = this.#attempt(work);
    if (this.#isHeld) this.#wait(this.#busyTimeout);
    this.#isHeld = false;
    return result;
  }

  #attempt(work) {
    try {
      return work();
    } catch (error) {
      if (!String(error?.code).startsWith('SQLITE_BUSY')) throw error;
      if (!this.#isHeld) this.#wait(0);
      this.#isHeld = true;
      throw rondelError('storage/busy', `Sqlite: another process holds ${this.#file}, and nothing was stored: try again later (${messageOf(error)})`);
    }
  }

  /** Has statements wait so many milliseconds for other processes. */
  #wait(milliseconds) {
    this.#database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }
}

/** A prepared statement of libsql's, whose errors are the file's. */
class Statement {
  #prepared;
  #read;
  #write;

  constructor(prepared, read, write) {
    this.#prepared = prepared;
    this.#read = read;
    this.#write = write;
  }

  get(...values) {
    return this.#read(() => this.#prepared.get(...values));
  }

  all(...values) {
    return this.#read(() => this.#prepared.all(...values));
  }

  run(...values) {
    return this.#write(() => this.#prepared.run(...values));
  }
}
