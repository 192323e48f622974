import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 800 },
});
