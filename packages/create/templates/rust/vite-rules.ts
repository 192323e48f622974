import { spawn } from 'node:child_process';
import type { Plugin } from 'vite';

/** Builds the rules again after a change, beside Vite's server. */
export function rules(): Plugin {
  return {
    name: 'rules',
    // Not in tests, which load the same configuration.
    apply: (_config, { command, mode }) => command === 'serve' && mode === 'development',
    configureServer({ httpServer }) {
      const child = spawn(process.execPath, ['node_modules/rondel/bin/rondel.js', 'build-game', 'rules', '--watch'], { stdio: ['ignore', 'ignore', 'inherit'] });
      httpServer?.once('close', () => child.kill());
    },
  };
}
