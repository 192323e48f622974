// A boardgame.io project is moved by the packed command, and then runs with the packed packages.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fixtures, pack, project, readJson, run, uninstall } from './project.mjs';

const folder = () => join(project.dir, 'coins');
/** Test of a game under Jest, which a project on boardgame.io has. */
const IN_JEST = `const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
test('a game without a seed, and a match of a master', () => {
  const game = { setup: () => ({ n: 0 }), moves: { roll: ({ G, random }) => { G.n += random.D6(); } } };
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game, playerID: '0', multiplayer });
    client.start();
    client.moves.roll();
    expect(client.getState().G.n).toBeGreaterThan(0);
    client.stop();
  }
});
`;
const inFolder = (command, ...args) => run(command, args, { cwd: folder() });
const migrate = (...args) => inFolder('npx', '--yes', '--package', join(project.dir, project.migrate), 'rondel-migrate', ...args);

before(async () => {
  await pack();
  await mkdir(folder());
  await cp(join(fixtures, 'migrate'), folder(), { recursive: true });
  await commit('init');
}, { timeout: 300_000 });
after(uninstall);

async function commit(first) {
  if (first) await inFolder('git', 'init', '--quiet');
  await inFolder('git', 'add', '--all');
  await inFolder('git', '-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '--message', 'x');
}

test('npx rondel-migrate moves a project with a page and a server, whose types and tests then pass', async () => {
  const { stdout } = await migrate();
  assert.match(stdout, /\nChanged \(11\)\n/);
  assert.doesNotMatch(stdout, /Left for you/);
  const manifest = await readJson(join(folder(), 'package.json'));
  assert.deepEqual(Object.keys(manifest.dependencies), ['rondel', 'rondel-server', 'react', 'react-dom']);
  await commit();
  assert.match((await migrate()).stdout, /uses Rondel already/);
  assert.equal((await inFolder('git', 'status', '--porcelain')).stdout, '');

  await inFolder('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', join(project.dir, project.tarball), join(project.dir, project.server));
  const lock = await readFile(join(folder(), 'package-lock.json'), 'utf8');
  assert.doesNotMatch(lock, /"resolved": "http[^"]*\/rondel|boardgame\.io/);
  await inFolder('npx', 'tsc');
  // Node's runner prints nothing below another one.
  const { stdout: tested } = await run('npm', ['test'], { cwd: folder(), env: { NODE_TEST_CONTEXT: undefined } });
  assert.match(tested, /pass 4\n[^]*fail 0\n/);
});

// It reads no `exports`, knows no `node:`, and its environments have no `crypto`, `performance` or coders.
test('npx rondel-migrate moves a project with Jest 26, whose tests then pass in both environments', async () => {
  const inJest = join(project.dir, 'in-jest');
  await mkdir(inJest);
  await writeFile(join(inJest, 'package.json'), '{ "private": true, "dependencies": { "boardgame.io": "^0.50.2" }, "devDependencies": { "jest": "^26.6.3" } }\n');
  await writeFile(join(inJest, 'game.test.js'), IN_JEST);
  const within = (command, ...args) => run(command, args, { cwd: inJest });
  await within('npx', '--yes', '--package', join(project.dir, project.migrate), 'rondel-migrate', '--force');
  await within('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', join(project.dir, project.tarball));
  for (const environment of ['node', 'jsdom']) {
    const { stderr } = await within('node_modules/.bin/jest', '--env', environment);
    assert.match(stderr, /Tests: +1 passed, 1 total/, environment);
  }
});
