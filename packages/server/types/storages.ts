/** Options of `FlatFile`. */
export interface FlatFileOpts {
  /** Path of the folder. It is created if it does not exist. */
  dir: string;
  /** `true` logs writes on the console, without their contents. A function is called instead. @default false */
  logging?: boolean | ((text: string) => void);
  /** Time without a write after which a match is deleted, in milliseconds. `true` is a day. Default: matches are not deleted. */
  ttl?: boolean | number;
}

/** Options of `Sqlite`. */
export interface SqliteOpts {
  /** Path of the file. It is created if it does not exist; its folder has to exist. */
  file: string;
  /**
   * Durability of writes. With `'normal'`, a power failure may lose the last moments. With `'full'` it loses nothing, because each write waits
   * for the disk.
   *
   * @default 'normal'
   */
  synchronous?: 'normal' | 'full';
  /**
   * Time to wait while another process writes, in milliseconds. This process does nothing else meanwhile. After it, the write fails with
   * `storage/busy`. Further writes fail without waiting until the file is free.
   *
   * @default 200
   */
  busyTimeout?: number;
}

/** Options of `Postgres`: a pool of your own, or the options of a pool of the package `pg`. */
export type PostgresOpts =
  | { pool: { connect(): Promise<any>; query(text: string, values: any[]): Promise<any> } }
  | {
    connectionString?: string;
    /** Maximum number of connections. @default 10 */
    max?: number;
    /** Timeout of a new connection, in milliseconds. @default 3000 */
    connectionTimeoutMillis?: number;
    /** Timeout of a statement in the database, in milliseconds. PgBouncer does not support it: set it to 0 there. @default 10_000 */
    statement_timeout?: number;
    /** Timeout of a response, in milliseconds. Default: 12,000, and 3,000 for statements that read or replace one match. */
    query_timeout?: number;
    pool?: undefined;
    [option: string]: any;
  };
