// Each promise of SECURITY.md names its tests, and they exist.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { read, root } from './support.mjs';

const { text } = await read('.github/SECURITY.md');
const promises = text.split('\n').filter((line) => line.startsWith('| **'));

test('every promise names a test', () => {
  assert.ok(promises.length > 10, `${promises.length} promises`);
  for (const promise of promises) assert.match(promise, /`tests\/js\/[\w/-]+\.test\.mjs`/);
});

test('every named test exists and contains tests', async () => {
  const names = [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, name]) => name);
  for (const name of new Set(names)) assert.match(await readFile(join(root, name), 'utf8'), /\b(test|runCases)\(/, name);
});
