/**
 * The error of Postgres when two statements stand in each other's way: nothing has been done. Where transactions are
 * serializable, one of two that write at once gets it.
 */
const IN_THE_WAY = ['40001', '40P01'];
const ATTEMPTS = 30;

/** Begins again when another one was in the way. */
export async function untilDone(work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.includes(error?.code) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * All of `work` or nothing, on one connection. Each statement in it sees what others have done until then. A connection
 * on which something has failed is not used again.
 *
 * @template T
 * @param {any} pool
 * @param {(client: any) => Promise<T>} work
 */
export async function inTransaction(pool, work) {
  const client = await pool.connect();
  // A connection that is lost between two statements would end the process otherwise.
  const ignore = () => {};
  client.on('error', ignore);
  let failure;
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
