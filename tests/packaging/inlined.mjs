// A piece of the inlined module, by which tests find it in a bundle. See scripts/inline.mjs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './project.mjs';

const text = await readFile(join(root, 'pkg/lib/engine/engine-wasm.js'), 'utf8');

/** The piece occurs once in the module. */
export const WASM = text.slice(9000, 12000).match(/.{40}/g)?.find((piece) => text.split(piece).length === 2) ?? '';
