/** The rows that a statement has returned; `Row` is what it selects. */
export interface Result<Row = unknown> {
  rows: Row[];
  /** Number of rows written by a statement that writes. */
  rowCount: number;
}

/** A connection of a pool, as far as it is used. */
export interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<Result<Row>>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  /** The pool ends the connection if something has failed on it. */
  release(failure?: unknown): void;
}

/** A pool of the package `pg`, as far as it is used. One that was handed over may be of another kind. */
export interface Pool {
  connect(): Promise<Connection>;
  query<Row>(statement: string | { text: string, values: unknown[], query_timeout: number | undefined }, values?: unknown[]): Promise<Result<Row>>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: Connection) => void): unknown;
  end(): Promise<void>;
  /** The class of its connections. */
  readonly Client?: new (options: unknown) => { host: string, port: number, database: string | undefined, user: string | undefined };
  readonly options?: unknown;
}

/**
 * The error of Postgres when two statements stand in each other's way: nothing has been done. Where transactions are
 * serializable, one of two that write at once gets it.
 */
const IN_THE_WAY: readonly unknown[] = ['40001', '40P01'];
const ATTEMPTS = 30;

/** Begins again when another one was in the way. */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.includes((error as { code?: unknown } | null | undefined)?.code) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * All of `work` or nothing, on one connection. Each statement in it sees what others have done until then. A connection
 * on which something has failed is not used again.
 */
export async function inTransaction<T>(pool: Pool, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that is lost between two statements would end the process otherwise.
  const ignore = () => {};
  client.on('error', ignore);
  let failure: unknown;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error ?? true;
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(failure);
  }
}
