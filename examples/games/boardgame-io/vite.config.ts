import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ON_BOARDGAME_IO } from './alias.ts';

/** A page of the games on boardgame.io. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: ON_BOARDGAME_IO },
  build: { outDir: '../dist-boardgame-io', emptyOutDir: true, chunkSizeWarningLimit: 1000 },
});
