import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // In kB. The script contains the engine, which is WebAssembly.
  build: { chunkSizeWarningLimit: 800 },
});
