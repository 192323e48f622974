/** Configuration of the cluster from environment variables. Defaults are on loopback. */

/** Number of servers. */
export const NODES = 2;

/** @param {Record<string, string | undefined>} environment */
export function readClusterConfig({
  PORT = '8000', HOST = '127.0.0.1', LOG_LEVEL = 'info', DRAIN_SECONDS = '0', SHUTDOWN_SECONDS = '8',
  DATABASE_URL: postgresURL = 'postgres://127.0.0.1:5432/postgres', REDIS_URL: redisURL = 'redis://127.0.0.1:6379',
}) {
  const seconds = Number(DRAIN_SECONDS) + Number(SHUTDOWN_SECONDS);
  return { port: Number(PORT), host: HOST, logLevel: LOG_LEVEL, seconds, postgresURL, redisURL };
}
