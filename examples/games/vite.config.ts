import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gameServer } from './vite-game-server.ts';

export default defineConfig({
  plugins: [react(), gameServer()],
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 1000 },
});
