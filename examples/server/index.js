/** Starts the server that the environment describes, and ends it on SIGTERM and SIGINT: see README.md. */
import { readConfig } from './config.js';
import { createLog } from './log.js';
import { startServer } from './server.js';
import { endOnSignals } from './shutdown.js';

// What Koa and Rondel print in development is for people, and no line of JSON.
process.env.NODE_ENV ??= 'production';

try {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  const { url, stop } = await startServer(config, log);
  endOnSignals({ stop, log, seconds: config.drainSeconds + config.shutdownSeconds });
  log.info({ event: 'listening', url, database: config.database });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
