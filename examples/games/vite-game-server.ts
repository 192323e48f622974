import { spawn } from 'node:child_process';
import type { Plugin } from 'vite';

/**
 * Runs server.ts beside Vite's server, and again after a change. Vite forwards requests for the lobby and the sockets to it, so that the page
 * has one address.
 */
export function gameServer(): Plugin {
  const { PORT = '8000' } = process.env;
  const target = `http://localhost:${PORT}`;
  return {
    name: 'game-server',
    // Not in tests, which load the same configuration.
    apply: (_config, { command, mode }) => command === 'serve' && mode === 'development',
    config: () => ({ server: { proxy: { '/games': { target }, '/socket.io': { target, ws: true } } } }),
    configureServer({ httpServer }) {
      const env = { ...process.env, PORT, NODE_ENV: 'development' };
      // Its standard output has only its own address.
      const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      httpServer?.once('close', () => child.kill());
    },
  };
}
