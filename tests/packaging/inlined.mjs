// Pieces by which an inlined module is known in a bundle: each module has its own once, and no other has it. See scripts/inline.mjs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './project.mjs';

const inlined = await Promise.all(['engine', 'sync'].map((name) => readFile(join(root, `pkg/lib/engine/${name}-wasm.js`), 'utf8')));

export const [WASM, SYNC_WASM] = inlined.map((text) => {
  const pieces = text.slice(9000, 12000).match(/.{40}/g);
  return pieces.find((piece) => inlined.join('').split(piece).length === 2);
});
