// The text of inlined modules: scripts/inline.mjs writes it, lib/engine/inlined.js decodes it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { inlinedText } from '../../../pkg/lib/command/build-game/inline.js';
import { inlinedModule } from '../../../scripts/inline.mjs';

/** Incompressible noise, the same each time. */
function noise(length) {
  let seed = length;
  return Uint8Array.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed >>> 24;
  });
}

const decoder = new URL('../../../pkg/lib/engine/inlined.js', import.meta.url);
const engine = new Uint8Array(await readFile(new URL('../../../pkg/engine.wasm', import.meta.url)));

/** The text of a module, and the result of calling the module. */
async function inlined(bytes) {
  const source = inlinedModule('Some bytes.', inlinedText(bytes));
  const { bytes: decoded } = await import(`data:text/javascript,${encodeURIComponent(source.replace('./inlined.js', decoder))}`);
  return { source, text: /text = '(.*)'/.exec(source)[1], bytes: decoded() };
}

for (const [name, bytes] of [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(255)],
  ['every byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ['noise', noise(5000)],
  ['100,000 zeros', new Uint8Array(100_000)],
  ['the engine', engine],
]) {
  test(`${name}: the module returns its original bytes`, async () => {
    assert.deepEqual((await inlined(bytes)).bytes, bytes);
  });
}

test('the text needs no escape in a string, in a template or in a script element', async () => {
  assert.match((await inlined(noise(5000))).text, /^[ !#%&(-;=-[\]-_a-~]+$/);
});

test('the engine as text compresses as well as the engine itself', async () => {
  const [text, itself] = [(await inlined(engine)).text, engine].map((data) => gzipSync(data, { level: 9 }).length);
  assert.ok(text < itself * 1.01, `${text} bytes, and ${itself}`);
});

test('a module\'s comment names its contents', async () => {
  assert.match((await inlined(noise(100))).source, /^\/\/ Some bytes\./);
});
