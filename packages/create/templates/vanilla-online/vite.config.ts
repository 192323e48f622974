import { defineConfig } from 'vite';
import { gameServer } from './vite-game-server.ts';

export default defineConfig({ plugins: [gameServer()] });
