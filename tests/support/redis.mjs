// A Redis of a test's own, which keeps nothing on the disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from './server-process.mjs';

export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-redis-'));
  const server = await startServerProcess({
    command: 'redis-server',
    argsFor: (port) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    ready: /Ready to accept connections/,
    folder,
  });
  return {
    url: `redis://127.0.0.1:${server.port}`,
    port: server.port,
    kill: server.kill,
    restart: server.restart,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
