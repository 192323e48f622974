import { defineConfig } from 'vite';
import { gameServer } from './vite-game-server.ts';
import { rules } from './vite-rules.ts';

export default defineConfig({ plugins: [rules(), gameServer()] });
