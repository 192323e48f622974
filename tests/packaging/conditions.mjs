// The export conditions: what bundles for production leave out, whatever else they are told, and that nothing is there twice.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { FOR_DEVELOPERS, among } from './for-developers.mjs';
import { project, readJson, run, tool } from './project.mjs';

const PAGE = `
import { Client } from 'rondel/client';
import * as core from 'rondel/core';
import * as multiplayer from 'rondel/multiplayer';
import * as react from 'rondel/react';
console.log(Client, core, multiplayer, react);
`;

/** What esbuild makes of a page, and the files of the package that are in it. */
async function bundled(name, options) {
  await writeFile(join(project.dir, `${name}.mjs`), PAGE);
  const out = `out/${name}.mjs`;
  await tool('esbuild', [`${name}.mjs`, '--bundle', '--format=esm', '--external:react', `--outfile=${out}`, `--metafile=${out}.json`, ...options]);
  const { inputs } = await readJson(join(project.dir, `${out}.json`));
  const files = Object.keys(inputs).filter((file) => file.startsWith('node_modules/rondel/')).map((file) => file.slice('node_modules/rondel/'.length));
  return { code: await readFile(join(project.dir, out), 'utf8'), files };
}

test('a bundle for production has nothing that is for developers, though process.env.NODE_ENV says otherwise', async () => {
  const define = '--define:process.env.NODE_ENV="development"';
  const { code } = await bundled('without-checks', ['--minify', '--conditions=production', define]);
  assert.deepEqual(among(code), []);
  assert.deepEqual(among((await bundled('with-checks', ['--minify', '--conditions=development', define])).code), FOR_DEVELOPERS);
});

for (const conditions of ['production', 'development']) {
  test(`a bundle for ${conditions} has each module once, whichever entries bring it`, async () => {
    const { files } = await bundled(`once-${conditions}`, [`--conditions=${conditions}`]);
    const twins = files.filter((file) => file.startsWith('production/'));
    assert.equal(twins.length > 0, conditions === 'production');
    assert.deepEqual(twins.filter((file) => files.includes(file.slice('production/'.length))), []);
  });
}

for (const [how, args] of [
  ['imports', ['play.mjs']],
  ['requires', ['-e', "const { Client } = require('rondel/client'); Client({ game: { moves: { no: () => 'INVALID_MOVE' } } }).moves.no();"]],
]) {
  test(`Node ${how} what the conditions say`, async () => {
    const told = async (...options) => (await run('node', [...options, ...args], { env: { NODE_ENV: '' } })).stderr;
    assert.equal(await told('--conditions=production'), '');
    for (const options of [['--conditions=development'], []]) assert.match(await told(...options), /^rondel: moves\.\w+ was refused/);
  });
}

test('Node finds one instance by import and by require, under either condition', async () => {
  for (const condition of ['production', 'development']) {
    const { stdout } = await run('node', [`--conditions=${condition}`, 'play.cjs']);
    assert.deepEqual(JSON.parse(stdout), { n: 3, online: 'confirmed', isOne: true });
  }
});

test('who can only require CommonJS finds it under the condition, too', async () => {
  const { stdout } = await run('node', ['--no-experimental-require-module', '--conditions=production', 'play.cjs']);
  assert.deepEqual(JSON.parse(stdout), { n: 3, online: 'confirmed', isOne: false });
});

test('where both are loaded, they share engine, games and masters', async () => {
  const load = (path) => import(pathToFileURL(join(project.dir, 'node_modules/rondel', path)));
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  const [one, other] = await Promise.all(['', 'production/'].map(async (folder, seat) => {
    const [{ Client }, { Local }, { ProcessGameConfig }] = await Promise.all(['client', 'multiplayer', 'internal'].map((entry) => load(`${folder}${entry}.js`)));
    return { client: Client({ game, multiplayer: Local(), playerID: String(seat) }), ProcessGameConfig };
  }));
  for (const { client } of [one, other]) client.start();
  await one.client.moves.add().confirmed;
  assert.deepEqual(other.client.getState().G, { n: 1 });
  for (const { client } of [one, other]) client.dispose();
  const processed = one.ProcessGameConfig(game);
  assert.equal(other.ProcessGameConfig(processed), processed);
});
