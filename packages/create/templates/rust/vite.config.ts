import { defineConfig } from 'vite';
import { rules } from './vite-rules.ts';

export default defineConfig({ plugins: [rules()] });
