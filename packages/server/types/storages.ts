export interface FlatFileOpts {
  /** The folder, which is made if there is none. */
  dir: string;
  /** Whether to say what is written, without its contents, or a function that is called with it. */
  logging?: boolean | ((text: string) => void);
  /** For how many milliseconds a match is kept that nobody writes; `true` is a day. Left out: for ever. */
  ttl?: boolean | number;
}

export interface SqliteOpts {
  /** The path of the file, which is made if there is none. */
  file: string;
  /**
   * What survives when the machine loses its power: with `'normal'`, which is what it is if it is left out, all but the
   * last moments; with `'full'` everything that was confirmed, because each write waits for the disk.
   */
  synchronous?: 'normal' | 'full';
  /**
   * How many milliseconds to wait while another process writes: all of this process waits. After that the write fails (`storage/busy`), and so
   * do others, without waiting, until the file is free. @default 200
   */
  busyTimeout?: number;
}

/** Either where the database is, with further options of the pool of the package `pg`, or a pool that is there already. */
export type PostgresOpts =
  | { pool: { connect(): Promise<any>; query(text: string, values: any[]): Promise<any> } }
  | {
    connectionString?: string;
    /** How many connections there are at most; 10 if it is left out. */
    max?: number;
    /** How many milliseconds to wait for a connection; 5,000 if it is left out. */
    connectionTimeoutMillis?: number;
    /** How many milliseconds a statement may take at the database; 10,000 if it is left out. */
    statement_timeout?: number;
    /** How many milliseconds to wait for its answer; 12,000 if it is left out. */
    query_timeout?: number;
    pool?: undefined;
    [option: string]: any;
  };
