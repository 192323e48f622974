// The contents of bundles: no more than a page uses.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { WASM } from './inlined.mjs';
import { PLAYED, project, run, tool } from './project.mjs';

test('a bundle for Node plays', async () => {
  await tool('esbuild', ['play.mjs', '--bundle', '--minify', '--platform=node', '--format=esm', '--outfile=out/play.mjs']);
  const { stdout } = await run('node', ['out/play.mjs'], { env: { NODE_ENV: 'production' } });
  assert.deepEqual(JSON.parse(stdout), PLAYED);
});

/** Returns the minified bundle of a source. */
async function bundled(name, source) {
  await writeFile(join(project.dir, `${name}.mjs`), source);
  await tool('esbuild', [`${name}.mjs`, '--bundle', '--minify', '--format=esm', `--outfile=out/${name}.mjs`]);
  return readFile(join(project.dir, `out/${name}.mjs`), 'utf8');
}

test('rondel/core includes no wasm', async () => {
  const code = await bundled('core-only', "import { INVALID_MOVE, TurnOrder } from 'rondel/core'; console.log(INVALID_MOVE, TurnOrder);");
  assert.ok(!code.includes(WASM));
  assert.ok(code.length < 4000, `${code.length} characters`);
});

for (const binding of ['react', 'vue']) {
  test(`useGame of rondel/${binding} includes no wasm, no client and no lobby`, async () => {
    const code = await bundled(`${binding}-only`, `import { useGame } from 'rondel/${binding}'; console.log(useGame);`);
    assert.ok(!code.includes(WASM));
    assert.doesNotMatch(code, /bgio-client|lobbyState|socket\.io|loadState/);
  });
}

for (const binding of ['react', 'vue']) {
  test(`Client of rondel/${binding} includes no effect queue, and nothing of rondel/effects`, async () => {
    const code = await bundled(`${binding}-client`, `import { Client, useGame } from 'rondel/${binding}'; console.log(Client, useGame);`);
    assert.ok(code.includes(WASM));
    assert.doesNotMatch(code, /prefers-reduced-motion|effects:start/);
  });
}

test('the plugin and the hooks of rondel/effects include no wasm', async () => {
  const code = await bundled('effects', "export { EffectsPlugin } from 'rondel/effects';\nexport * from 'rondel/effects/react';");
  assert.ok(!code.includes(WASM));
  assert.match(code, /effects:start/);
});

test('rondel/testing includes no wasm for mocks alone', async () => {
  const code = await bundled('mocking', "import { MockRandom } from 'rondel/testing'; console.log(MockRandom);");
  assert.ok(code.length < 200, code);
});

test('an unused import leaves nothing behind', async () => {
  const code = await bundled('unused', "import { Client } from 'rondel/client'; import { legacyGame } from 'rondel/core'; console.log(1);");
  assert.equal(code.trim(), 'console.log(1);');
});

test('LobbyClient includes no wasm, and is in no page that does not use it', async () => {
  const code = await bundled('lobby-only', "import { LobbyClient } from 'rondel/client'; console.log(LobbyClient);");
  assert.ok(code.length < 3000 && code.includes('leaveSlot'), `${code.length} characters`);
  assert.ok(!(await bundled('no-lobby', "import { Client } from 'rondel/client'; console.log(Client);")).includes('leaveSlot'));
});

test('rondel/client includes the wasm once', async () => {
  const code = await bundled('client', "import { Client } from 'rondel/client'; console.log(Client);");
  assert.equal(code.split(WASM).length - 1, 1);
});

test('rondel/multiplayer includes it once, too', async () => {
  const source = "import { Client } from 'rondel/client'; import { Local } from 'rondel/multiplayer'; console.log(Client, Local);";
  const code = await bundled('online', source);
  assert.equal(code.split(WASM).length - 1, 1);
});
