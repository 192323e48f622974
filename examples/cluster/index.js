/** Starts two servers and a proxy in front of them, and ends them on SIGTERM and SIGINT: see README.md. */
import { NODES, readClusterConfig } from './config.js';
import { createLog } from './log.js';
import { startNodes } from './nodes.js';
import { openProxy } from './proxy.js';
import { checkServices } from './services.js';
import { endOnSignals } from './shutdown.js';

// In development Koa and Rondel print text for people, not lines of JSON.
process.env.NODE_ENV ??= 'production';

try {
  const config = readClusterConfig(process.env);
  const log = createLog(config.logLevel);
  await checkServices(config);
  const nodes = await startNodes(NODES, log);
  const proxy = await openProxy(nodes, config);
  const stop = async () => {
    await nodes.stop();
    await proxy.close();
  };
  endOnSignals({ stop, log, seconds: config.seconds + 1 });
  log.info({ event: 'cluster-listening', url: proxy.url, nodes: NODES });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
