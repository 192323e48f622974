import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

// The server of ../games. Vite forwards requests for the lobby and the sockets to it, so that the page has one address.
const { SERVER: target = 'http://localhost:8000' } = process.env;

export default defineConfig({
  plugins: [vue()],
  // The rules in ../games use the package of this project, so that the page has one copy of it.
  resolve: { dedupe: ['rondel'] },
  publicDir: '../games/public',
  server: {
    proxy: { '/games': { target }, '/socket.io': { target, ws: true } },
    fs: { allow: ['.', '../games'] },
  },
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 1000 },
  test: { environment: 'happy-dom' },
});
