// `rondel-server` from tarballs in empty folders: by each package manager, bundled, and traced.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fixtures, pack, packed, project, root, run, uninstall } from './project.mjs';

const TOOLS = { '@vercel/nft': '^1.0.0', '@yarnpkg/cli-dist': '^4.0.0', esbuild: '^0.28.2', pnpm: '^11.0.0 || ^12.0.0' };
/** Output of one.mjs. */
const ONE = [true, true, true];
const PLAYED = { turn: 3, failures: [] };

before(async () => {
  await pack();
  await make('npm');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder('npm') });
  await make('tools', { dependencies: TOOLS });
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder('tools') });
}, { timeout: 300_000 });
after(uninstall);

const folder = (name) => join(project.dir, name);
const tool = (name) => join(folder('tools'), 'node_modules/.bin', name);

async function make(name, { dependencies = packed() } = {}) {
  await mkdir(folder(name));
  await cp(join(fixtures, 'bundled-server'), folder(name), { recursive: true });
  await writeFile(join(folder(name), 'package.json'), JSON.stringify({ name: 'throw-away', private: true, type: 'module', dependencies }));
}

/** Runs a script, and returns the last line of its output, as JSON. */
async function printed(command, args, cwd) {
  const { stdout } = await run(command, args, { cwd });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

test('npm install rondel rondel-server installs all that a server needs', async () => {
  assert.deepEqual(await printed('node', ['server.js'], folder('npm')), PLAYED);
  for (const args of [['one.mjs'], ['one.cjs'], ['--no-experimental-require-module', 'one.cjs']]) assert.deepEqual(await printed('node', args, folder('npm')), ONE, args.join(' '));
});

test('npx rondel-server has the commands of servers, and npx rondel has those of games', async () => {
  const help = async (name) => (await run(join(folder('npm'), 'node_modules/.bin', name), ['--help'])).stdout;
  assert.match(await help('rondel-server'), /^Usage: rondel-server COMMAND\n\n {2}admin URL [^]*\n {2}copy FROM TO /);
  assert.match(await help('rondel'), /^Usage: rondel COMMAND\n\n {2}build-game [^]*\n {2}simulate FILE /);
});

test('with pnpm there is one engine, and bots search in workers', async () => {
  await make('pnpm');
  await run(tool('pnpm'), ['install', '--prefer-offline', '--store-dir', folder('pnpm-store')], { cwd: folder('pnpm') });
  for (const file of ['one.mjs', 'one.cjs']) assert.deepEqual(await printed('node', [file], folder('pnpm')), ONE, file);
  assert.deepEqual(await printed('node', ['server.js'], folder('pnpm')), PLAYED);
});

test('with Yarn PnP there is one engine, and bots search in workers', async () => {
  await make('yarn');
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry']);
  await writeFile(join(folder('yarn'), '.yarnrc.yml'), `nodeLinker: pnp\nenableGlobalCache: false\nenableImmutableInstalls: false\nenableTelemetry: false\nnpmRegistryServer: "${registry.trim()}"\nunsafeHttpWhitelist: ["*"]\n`);
  await writeFile(join(folder('yarn'), 'yarn.lock'), '');
  await run(tool('yarn'), ['install'], { cwd: folder('yarn') });
  for (const file of ['one.mjs', 'one.cjs']) assert.deepEqual(await printed(tool('yarn'), ['node', file], folder('yarn')), ONE, file);
  assert.deepEqual(await printed(tool('yarn'), ['node', 'server.js'], folder('yarn')), PLAYED);
});

test('a server bundled as the guide shows runs without node_modules, its bots in workers', async () => {
  const [, script] = /^```javascript\n(\/\/ bundle\.mjs\n.*?)^```$/ms.exec(await readFile(join(root, 'docs/06-hosting.md'), 'utf8'));
  await writeFile(join(folder('npm'), 'bundle.mjs'), script);
  await mkdir(join(folder('npm'), 'node_modules/esbuild'), { recursive: true });
  await cp(join(folder('tools'), 'node_modules/esbuild'), join(folder('npm'), 'node_modules/esbuild'), { recursive: true });
  await cp(join(folder('tools'), 'node_modules/@esbuild'), join(folder('npm'), 'node_modules/@esbuild'), { recursive: true });
  await run('node', ['bundle.mjs'], { cwd: folder('npm') });
  await mkdir(folder('alone'));
  await rename(join(folder('npm'), 'dist'), join(folder('alone'), 'dist'));
  await writeFile(join(folder('alone'), 'package.json'), '{ "type": "module" }');
  assert.deepEqual(await printed('node', ['dist/server.js'], folder('alone')), PLAYED);
});

test('a bundle in CommonJS runs, and names the command that installs an optional package', async () => {
  await run(tool('esbuild'), ['commonjs.js', '--bundle', '--platform=node', `--outfile=${join(folder('alone'), 'server.cjs')}`, '--log-level=error'], { cwd: folder('npm') });
  assert.deepEqual(await printed('node', ['server.cjs'], folder('alone')), { runs: true, refused: 'Sqlite needs the package libsql: npm install libsql' });
});

test('the files that @vercel/nft finds are all that a server needs', async () => {
  await run('node', ['trace.cjs', folder('traced')], { cwd: folder('npm'), env: { NODE_PATH: join(folder('tools'), 'node_modules') } });
  assert.deepEqual(await printed('node', ['server.js'], folder('traced')), PLAYED);
});
