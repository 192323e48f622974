/** What the environment says of the cluster: what is left out is on loopback. */
import { readConfig } from '../server/config.js';

/** How many servers there are. */
export const NODES = 2;

/**
 * The settings of the example server, and where Postgres and Redis are. Throws an error that names each variable that makes
 * no sense.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function readClusterConfig(environment) {
  const {
    DATABASE_URL: postgresURL = 'postgres://127.0.0.1:5432/postgres',
    REDIS_URL: redisURL = 'redis://127.0.0.1:6379',
  } = environment;
  return { ...readConfig(environment), postgresURL, redisURL };
}
