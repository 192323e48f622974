// The text in which modules are inlined: scripts/pack.mjs writes it, lib/engine/unpack.js decodes it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { unpack } from '../../../pkg/lib/engine/unpack.js';
import { pack, packedModule } from '../../../scripts/pack.mjs';

/** Noise that does not compress, the same each time. */
function noise(length) {
  let seed = length;
  return Uint8Array.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed >>> 24;
  });
}

/** The first 300 bytes are repeated at the longest distance of a copy, and beyond it. */
const far = [...noise(300), ...new Uint8Array(65_235), ...noise(300), 1, ...noise(300)];

const engine = new Uint8Array(await readFile(new URL('../../../pkg/engine.wasm', import.meta.url)));

for (const [name, bytes] of [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(255)],
  ['every byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ...[2, 3, 63, 511, 512, 513, 5000].map((length) => [`${length} bytes of noise`, noise(length)]),
  ['100,000 zeros', new Uint8Array(100_000)],
  ['what came long before', Uint8Array.from(far)],
  ['the engine', engine],
]) {
  test(`${name}: what is packed comes out again`, () => {
    assert.deepEqual(unpack(pack(bytes), bytes.length), bytes);
  });
}

test('the text needs no escape in a string, in a template or in a script element', () => {
  assert.match(pack(noise(5000)), /^[=-[\]-_a-~]+$/);
});

test('the same bytes are the same text', () => {
  assert.equal(pack(noise(5000)), pack(noise(5000)));
});

test('noise grows by less than a tenth over its digits, and zeros shrink to almost nothing', () => {
  assert.ok(pack(noise(5000)).length < 5000 * (8 / 6) * 1.1);
  assert.ok(pack(new Uint8Array(100_000)).length < 100);
});

test('the engine is packed into a third of its bytes', () => {
  assert.ok(pack(engine).length * (6 / 8) < engine.length / 3);
});

test('a module exports its name, and unpacks itself when called', async () => {
  const bytes = noise(100);
  const source = packedModule('Noise.', bytes).replace('./unpack.js', new URL('../../../pkg/lib/engine/unpack.js', import.meta.url));
  assert.match(source, /^\/\/ Noise\./);
  const { default: unpacked } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  assert.deepEqual(unpacked(), bytes);
});
