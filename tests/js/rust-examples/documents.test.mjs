// Slow: it needs the games of examples/rust, which are built once. The documents' code about built games runs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RUST_PAGES, read, run } from '../docs/support.mjs';

for (const path of RUST_PAGES) {
  test(`the code of ${path} runs`, async () => {
    const document = await read(path);
    assert.ok(document.blocks.length > 0 && document.blocks.every(({ name }) => name));
    await run(document);
  });
}
