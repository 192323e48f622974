// Tests of a game and of a server under Jest, in projects that tell Jest nothing about the packages.
import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fixtures, installInto, pack, packed, project, run, uninstall } from './project.mjs';

const DEPENDENCIES = {
  '@babel/preset-env': '^7.28.0',
  '@babel/preset-typescript': '^7.27.0',
  '@types/jest': '^30.0.0',
  '@types/node': '^22.0.0',
  react: '^19.0.0',
  'react-dom': '^19.0.0',
  'ts-jest': '^29.4.15',
  typescript: '^5.9.3',
};

/** Which Jest runs which way: each way of compiling in each environment, once. */
const RUNS = {
  29: [['babel', 'jsdom'], ['ts-jest', 'node']],
  30: [['babel', 'node'], ['ts-jest', 'jsdom']],
};

before(async () => {
  await pack();
  await Promise.all(Object.keys(RUNS).map(async (version) => {
    await mkdir(folderOf(version));
    await cp(join(fixtures, 'jest'), folderOf(version), { recursive: true });
    const dependencies = { ...DEPENDENCIES, ...packed(), jest: `^${version}.0.0`, 'jest-environment-jsdom': `^${version}.0.0` };
    await installInto(folderOf(version), dependencies, { type: 'commonjs' });
  }));
}, { timeout: 300_000 });
after(uninstall);

for (const [version, runs] of Object.entries(RUNS)) {
  for (const [how, where] of runs) {
    test(`Jest ${version} runs a game's tests, by ${how} in the environment ${where}`, async () => {
      const { stderr } = await run('node_modules/.bin/jest', ['--runInBand'], {
        cwd: folderOf(version), env: { HOW: how, WHERE: where, NODE_ENV: 'test' },
      });
      assert.match(stderr, how === 'babel' ? /Tests: +11 passed, 11 total/ : /Tests: +10 passed, 10 total/);
    });
  }
}

test("Jest runs a server's tests", async () => {
  const folder = join(folderOf(30), 'server');
  await cp(join(fixtures, 'bundled-server/server.test.cjs'), join(folder, 'server.test.cjs'));
  const { stderr } = await run(join(folderOf(30), 'node_modules/.bin/jest'), ['--config', '{}', '--rootDir', folder, '--testMatch', '**/server.test.cjs'], {
    cwd: folder, env: { NODE_ENV: 'test' },
  });
  assert.match(stderr, /Tests: +1 passed, 1 total/);
});

function folderOf(version) {
  return join(project.dir, `jest-${version}`);
}
