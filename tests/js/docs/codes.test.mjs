// docs/reference/errors.md lists every type of refusal and every code of an error that the package knows, and no others.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import * as codes from '../../../pkg/lib/engine/codes.js';
import { read, root } from './support.mjs';

const { text } = await read('docs/reference/errors.md');
const listed = (heading) => {
  const [, section] = text.split(heading);
  const rows = section.split(/^## /m)[0].matchAll(/^\| (`[^|]*`) \|/gm);
  return [...rows].flatMap(([, names]) => names.split(', ')).map((name) => name.replaceAll('`', '')).sort();
};

test('all types of refusals are listed', async () => {
  const types = await readFile(join(root, 'pkg/types.d.ts'), 'utf8');
  const [, union] = /export type ErrorType =([^;]*);/.exec(types);
  const typed = [...union.matchAll(/'([^']+)'/g)].map(([, type]) => type).sort();
  assert.deepEqual(listed("`error.type` is one of boardgame.io's"), typed);
  const known = Object.entries(codes).filter(([name]) => name.startsWith('REFUSAL_')).map(([, type]) => type).sort();
  assert.deepEqual(known, typed.filter((type) => type.startsWith('action/')));
});

test('all codes of errors are listed', async () => {
  const files = (await readdir(join(root, 'pkg'), { recursive: true })).filter((file) => file.endsWith('.js') && !file.endsWith('-wasm.js'));
  const sources = await Promise.all(files.map((file) => readFile(join(root, 'pkg', file), 'utf8')));
  const found = sources.flatMap((source) => [...source.matchAll(/['"]((?:client|engine|game|storage|testing)\/[a-zA-Z]+)['"]/g)].map(([, code]) => code));
  assert.deepEqual(listed('## Codes'), [...new Set(found)].sort());
});
