import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { ON_BOARDGAME_IO } from './boardgame-io/alias.ts';
import { gameServer } from './vite-game-server.ts';

export default defineConfig({
  plugins: [react(), gameServer()],
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 1000 },
  test: {
    projects: [
      { test: { name: 'rondel', include: ['tests/**/*.test.ts'] } },
      { test: { name: 'boardgame.io', include: ['tests/both/*.test.ts'] }, resolve: { alias: ON_BOARDGAME_IO } },
    ],
  },
});
