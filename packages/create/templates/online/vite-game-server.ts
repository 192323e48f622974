import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Plugin } from 'vite';

/**
 * Runs server.ts beside Vite's server, and again after a change. Vite forwards requests for the lobby and the sockets to it, so that the page
 * has one address. Its own port is PORT, or a free one.
 */
export function gameServer(): Plugin {
  let port: number;
  return {
    name: 'game-server',
    // Not in tests, which load the same configuration.
    apply: (_config, { command, mode }) => command === 'serve' && mode === 'development',
    async config() {
      if (!process.features.typescript) throw new Error(`server.ts needs Node.js 22.18 or newer, and this is ${process.version}`);
      port = Number(process.env.PORT) || await freePort();
      const target = `http://localhost:${port}`;
      return { server: { proxy: { '/games': { target }, '/socket.io': { target, ws: true } } } };
    },
    configureServer({ httpServer }) {
      const env = { ...process.env, PORT: String(port), NODE_ENV: 'development' };
      // Its standard output has only its own address.
      const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      httpServer?.once('close', () => child.kill());
      // Vite ends without closing its server if it cannot start.
      process.once('exit', () => child.kill());
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
