// A server with bots, in a process of its own: its port comes by IPC; then, when it is asked, how long its event loop was held up since it was
// asked last, the processor time it has used, and what has failed.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Server } from 'rondel/server';
import { games } from './games.mjs';

const [, , workers, thinkingTime] = process.argv;
const bots = {
  thinkingTime: Number(thinkingTime),
  ...Number(workers) > 0 && { games: new URL('./games.mjs', import.meta.url), workers: Number(workers) },
};
const server = Server({ games, bots, origins: true, limits: { address: { matches: Infinity, joins: Infinity, changes: Infinity } }, watch });
const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let failures = [];
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ delay: delays.percentile(99) / 1e6 - 1, busy: (user + system) / 1000, failures });
  delays.reset();
  failures = [];
});
process.once('disconnect', () => process.exit());
process.send(appServer.address().port);

function watch({ type, error }) {
  if (type === 'error') failures.push(error.message);
}
