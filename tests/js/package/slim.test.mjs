// rondel/slim: sources of its module, and errors of loading it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test from 'node:test';
import * as client from 'rondel/client';
import * as slim from 'rondel/slim';
import { Local } from 'rondel/slim/multiplayer';
import { FINGERPRINT } from '../../../pkg/lib/engine/slim/fingerprint.js';
import { GivenModule } from '../../../pkg/lib/engine/slim/given-module.js';

const FILE = new URL('../../../pkg/engine.wasm', import.meta.url);
const bytes = await readFile(FILE);
const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

/** Serves the module under a type, from the second request on. */
async function serve(t, type) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(503).end();
    else response.writeHead(200, { 'Content-Type': type }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { address: `http://127.0.0.1:${server.address().port}/engine.wasm`, requests: () => requests };
}

test('without init, clients name the call that is missing; with it, they play, and init loads once', async () => {
  const online = { game, playerID: '0', multiplayer: Local() };
  for (const options of [{ game }, online]) {
    assert.throws(() => slim.Client(options), { name: 'RondelError', code: 'engine/notLoaded', message: /`await init\(\)`/ });
  }
  const first = slim.init();
  assert.equal(await slim.init('nowhere'), await first);
  const one = slim.Client({ game });
  one.moves.add();
  assert.deepEqual(one.getState().G, { n: 1 });
  const other = slim.Client(online);
  other.start();
  assert.equal((await other.moves.add().confirmed).status, 'confirmed');
  other.stop();
});

test('slim has the exports of rondel/client, and so do its other entries', async () => {
  assert.deepEqual(Object.keys(slim), [...Object.keys(client), 'init'].sort());
  for (const entry of ['multiplayer', 'master', 'internal', 'react', 'testing', 'vue']) {
    const [twin, module] = await Promise.all([import(`rondel/slim/${entry}`), import(`rondel/${entry}`)]);
    assert.deepEqual(Object.keys(twin), Object.keys(module));
  }
});

for (const [name, source] of [
  ['an address', FILE],
  ['the text of an address', FILE.href],
  ['bytes', bytes],
  ['a buffer', bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)],
  ['a compiled module', new WebAssembly.Module(bytes)],
  ['a response', new Response(bytes)],
  ['a promise of a response', Promise.resolve(new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }))],
]) {
  test(`a module loads from ${name}`, async () => {
    const module = new GivenModule(FINGERPRINT);
    await module.load(source);
    assert.equal(WebAssembly.Module.exports(module.get()).length, WebAssembly.Module.exports(new WebAssembly.Module(bytes)).length);
  });
}

for (const type of ['application/wasm', 'application/octet-stream']) {
  test(`a server's refusal is an error, and the next call tries again; the file has the type ${type}`, async (t) => {
    const { address, requests } = await serve(t, type);
    const module = new GivenModule(FINGERPRINT);
    await assert.rejects(module.load(address), { code: 'engine/notLoaded', message: `${address}: the server responded with 503` });
    assert.throws(() => module.get(), { code: 'engine/notLoaded' });
    await Promise.all([module.load(address), module.load(address)]);
    assert.ok(module.get() instanceof WebAssembly.Module);
    assert.equal(requests(), 2);
  });
}

test('an invalid module rejects', async () => {
  const module = new GivenModule(FINGERPRINT);
  await assert.rejects(module.load(Uint8Array.from([60, 33])), WebAssembly.CompileError);
  await assert.rejects(module.load(/** @type {any} */ (1)), TypeError);
  await assert.rejects(module.load(Promise.reject(new Error('offline'))), /offline/);
});

test('a module of another version, or a foreign one, is refused in one line, and the right one loads afterwards', async () => {
  const place = bytes.lastIndexOf(FINGERPRINT);
  const other = Buffer.from(bytes);
  other[place] = other[place] === 48 ? 49 : 48;
  const module = new GivenModule(FINGERPRINT);
  const empty = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]);
  for (const wrong of [other, empty]) await assert.rejects(module.load(wrong), { code: 'engine/version', message: /of another version than the scripts/ });
  await module.load(bytes);
  assert.ok(module.get() instanceof WebAssembly.Module);
});
