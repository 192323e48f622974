// The projects that `create-rondel` writes, without an installation: their files, and what these refer to.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import test from 'node:test';
import { TEMPLATES, create, folder, textsIn } from './support.mjs';

const OPTIONS = [[], ['--no-online']];
/** Modules that a command of the project makes. */
const BUILT = ['rules/pkg/index.js'];

for (const template of TEMPLATES) {
  for (const options of OPTIONS) {
    test([template, ...options].join(' '), async (t) => {
      const dir = await folder(t);
      assert.deepEqual(await create(['my-game', '--template', template, ...options], { cwd: dir }), {
        status: 0, stderr: '', stdout: '\nmy-game is ready. Now run:\n\n  cd my-game\n  npm install\n  npm run dev\n\n',
      });
      const files = textsIn(join(dir, 'my-game'));
      const isOnline = options.length === 0;
      checkManifest(JSON.parse(files.get('package.json')), { isOnline });
      for (const path of ['README.md', 'AGENTS.md', '.gitignore', '.github/workflows/ci.yml', 'index.html', 'tests/game.test.ts', 'src/game.ts']) {
        assert.ok(files.has(path), path);
      }
      for (const path of ['server.ts', 'Dockerfile', '.dockerignore', 'src/address.ts']) assert.equal(files.has(path), isOnline, path);
      assert.equal(files.has('rules/src/lib.rs'), template === 'rust-ts');
      assert.deepEqual([...files].filter(([path, text]) => /(^|\/)_/.test(path) || /__[A-Z]+__/.test(text)).map(([path]) => path), []);
      assert.deepEqual(missingImports(files), []);
    });
  }
}

function checkManifest({ name, private: isPrivate, type, engines, scripts, dependencies, devDependencies }, { isOnline }) {
  assert.deepEqual({ name, isPrivate, type, engines }, { name: 'my-game', isPrivate: true, type: 'module', engines: { node: '>=22.18' } });
  for (const script of ['dev', 'build', 'test', 'lint', 'typecheck']) assert.equal(typeof scripts[script], 'string', script);
  assert.equal(scripts.start, isOnline ? 'node server.ts' : undefined);
  assert.equal('rondel-server' in dependencies, isOnline);
  for (const versions of [dependencies, devDependencies]) {
    assert.deepEqual(Object.keys(versions), Object.keys(versions).sort());
    for (const [dependency, version] of Object.entries(versions)) assert.match(version, /^[~^]\d+\.\d+\.\d+$/, dependency);
  }
}

/** Returns the relative imports, and the scripts of pages, that lead to no file. */
function missingImports(files) {
  return [...files].flatMap(([path, text]) => {
    const imported = [...text.matchAll(/(?:\bfrom|\bimport|new URL\() ?'(\.[^']+)'/g)].map(([, target]) => normalize(join(dirname(path), target)));
    const shown = path === 'index.html' ? [...text.matchAll(/ src="\/([^"]+)"/g)].map(([, target]) => target) : [];
    return [...imported, ...shown].filter((target) => !files.has(target) && !BUILT.includes(target)).map((target) => `${path}: ${target}`);
  });
}

test('react-ts with a server is the default', async (t) => {
  const dir = await folder(t);
  await create(['plain'], { cwd: dir });
  await create(['said', '--template', 'react-ts', '--online'], { cwd: dir });
  const [plain, said] = ['plain', 'said'].map((name) => textsIn(join(dir, name)));
  assert.deepEqual([...plain].map(([path, text]) => [path, text.replaceAll('plain', 'said')]), [...said]);
});

test('the rules of all TypeScript templates are the same', async (t) => {
  const dir = await folder(t);
  const rules = [];
  for (const template of TEMPLATES.filter((name) => name !== 'rust-ts')) {
    await create([template, '--template', template], { cwd: dir });
    const files = textsIn(join(dir, template));
    rules.push(['src/game.ts', 'src/cards.ts', 'src/style.css', 'server.ts'].map((path) => files.get(path)));
  }
  assert.deepEqual(rules[1], rules[0]);
  assert.deepEqual(rules[2], rules[0]);
  const lines = rules[0][0].split('\n').filter((line) => line.trim() !== '');
  assert.ok(lines.length <= 80, `${lines.length} lines`);
});

test('"." is the current folder, which gives the project its name', async (t) => {
  const dir = join(await folder(t), 'here');
  await mkdir(join(dir, '.git'), { recursive: true });
  await writeFile(join(dir, '.git/HEAD'), 'ref: refs/heads/main\n');
  const { status, stdout } = await create(['.'], { cwd: dir });
  assert.equal(status, 0);
  assert.equal(stdout, '\nhere is ready. Now run:\n\n  npm install\n  npm run dev\n\n');
  const files = textsIn(dir);
  assert.equal(JSON.parse(files.get('package.json')).name, 'here');
  assert.equal(files.get('.git/HEAD'), 'ref: refs/heads/main\n');
});

test('folders above the project are made', async (t) => {
  const dir = await folder(t);
  const { stdout } = await create(['games/one/my-game'], { cwd: dir });
  assert.match(stdout, /^ {2}cd games\/one\/my-game$/m);
  assert.equal(JSON.parse(textsIn(join(dir, 'games/one/my-game')).get('package.json')).name, 'my-game');
});

test('the commands that are printed are those of the package manager', async (t) => {
  const dir = await folder(t);
  const agents = { npm: 'npm/11.6.2 node/v24.1.0 linux x64', pnpm: 'pnpm/10.0.0 npm/? node/v24.1.0', yarn: 'yarn/4.9.0 npm/? node/v24.1.0', bun: 'bun/1.3.0 npm/? node/v24.3.0' };
  const printed = {};
  for (const [name, agent] of Object.entries(agents)) {
    const { stdout } = await create([name], { cwd: dir, env: { npm_config_user_agent: agent } });
    printed[name] = stdout.trim().split('\n').slice(-2).map((line) => line.trim());
  }
  assert.deepEqual(printed, {
    npm: ['npm install', 'npm run dev'], pnpm: ['pnpm install', 'pnpm run dev'], yarn: ['yarn install', 'yarn dev'], bun: ['bun install', 'bun run dev'],
  });
});

test('--overwrite removes all but .git', async (t) => {
  const dir = await folder(t);
  await mkdir(join(dir, 'old/.git'), { recursive: true });
  await mkdir(join(dir, 'old/src'));
  for (const path of ['.git/HEAD', 'notes.txt', 'src/old.ts']) await writeFile(join(dir, 'old', path), 'old');
  assert.equal((await create(['old', '--overwrite'], { cwd: dir })).status, 0);
  const files = textsIn(join(dir, 'old'));
  assert.equal(files.get('.git/HEAD'), 'old');
  assert.deepEqual([files.has('notes.txt'), files.has('src/old.ts'), files.has('src/game.ts')], [false, false, true]);
});

test('--packages installs from tarballs', async (t) => {
  const dir = await folder(t);
  await mkdir(join(dir, 'copy/packed'), { recursive: true });
  await writeFile(join(dir, 'copy/Cargo.toml'), '[package]\nname = "rondel"\n');
  for (const name of ['rondel-1.2.3.tgz', 'rondel-server-1.2.3-next.0.tgz', 'create-rondel-1.2.3.tgz', 'other.txt']) await writeFile(join(dir, 'copy/packed', name), '');
  assert.equal((await create(['my-game', '--template', 'rust-ts', '--packages', 'copy/packed'], { cwd: dir })).status, 0);
  const files = textsIn(join(dir, 'my-game'));
  const { dependencies } = JSON.parse(files.get('package.json'));
  assert.equal(dependencies.rondel, `file:${dir}/copy/packed/rondel-1.2.3.tgz`);
  assert.equal(dependencies['rondel-server'], `file:${dir}/copy/packed/rondel-server-1.2.3-next.0.tgz`);
  assert.equal((await create(['alone', '--no-online', '--packages', 'copy/packed'], { cwd: dir })).status, 0);
  const alone = JSON.parse(textsIn(join(dir, 'alone')).get('package.json'));
  assert.deepEqual([alone.dependencies['rondel-server'], alone.overrides], [undefined, { 'rondel-server': dependencies['rondel-server'] }]);
  assert.match(files.get('rules/Cargo.toml'), new RegExp(`^rondel = \\{ path = "${dir}/copy" \\}$`, 'm'));
});
