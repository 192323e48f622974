import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { gameServer } from './vite-game-server.ts';

export default defineConfig({
  plugins: [vue(), gameServer()],
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 800 },
});
