// What the engine's module asks of its host: the host takes as many values as are handed over, so that a value that is
// added on one side alone is not read at the place of another.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Host } from '../../../pkg/lib/engine/host.js';

const source = await readFile(new URL('../../../pkg/lib/engine/engine.js', import.meta.url), 'utf8');
/** `[name, parameters]` of each import that the host answers. */
const asked = [...source.matchAll(/boundary\.host\.(\w+)\((.*)\);/g)]
  .map(([, name, list]) => [name, list === '' ? 0 : list.replace(/\([^()]*\)/g, '').split(', ').length]);

test('the host takes as many values as each import hands over', () => {
  assert.ok(asked.length > 50, `${asked.length} imports`);
  assert.deepEqual(asked.map(([name]) => [name, Host.prototype[name]?.length]), asked);
});
