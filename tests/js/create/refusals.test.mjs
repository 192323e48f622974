// Refusals of `create-rondel`, with messages that name the place. Nothing is written then.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { create, folder } from './support.mjs';

const HELP = ' (create-rondel --help)';

/** Command lines with their messages. */
const WRONG = {
  'no folder': [[], `expected a folder, such as my-game${HELP}`],
  'an empty folder': [['  '], `FOLDER is empty${HELP}`],
  'two folders': [['my', 'game'], `game: expected one folder, after my. Write a name with spaces in quotes${HELP}`],
  'an unknown option': [['my-game', '--tempalte', 'react-ts'], `Unknown option '--tempalte'${HELP}`],
  'an option without its value': [['my-game', '--template'], `Option '-t, --template <value>' argument missing${HELP}`],
  'an option with a value that it does not take': [['my-game', '--overwrite=yes'], `Option '--overwrite' does not take an argument${HELP}`],
  'an unknown template': [['my-game', '--template', 'react'], `--template react: there is no such template. Choose react-ts, vue-ts, vanilla-ts or rust-ts${HELP}`],
  'a template that is a property of objects': [['my-game', '--template', 'constructor'], `--template constructor: there is no such template. Choose react-ts, vue-ts, vanilla-ts or rust-ts${HELP}`],
};

for (const [what, [args, message]] of Object.entries(WRONG)) {
  test(what, async (t) => {
    const cwd = await folder(t);
    assert.deepEqual(await create(args, { cwd }), { status: 2, stdout: '', stderr: `create-rondel: ${message}\n` });
    assert.deepEqual(await readdir(cwd), []);
  });
}

/** Names with the reason why npm refuses them, and another one. */
const NAMES = {
  'My-Game': ['has capital letters', 'my-game'],
  'my game': ['has spaces', 'my-game'],
  '.hidden': ['begins with "."', 'hidden'],
  _game: ['begins with "_"', 'game'],
  'jeu:été': ['has characters other than a-z, 0-9, "-", "." and "_"', 'jeu-ete'],
  node_modules: ['is reserved', 'node-modules'],
  'ゲーム': ['has characters other than a-z, 0-9, "-", "." and "_"', 'my-game'],
  ['a'.repeat(215)]: ['has more than 214 characters', 'a'.repeat(214)],
};

for (const [name, [reason, other]] of Object.entries(NAMES)) {
  test(`a name that ${reason}: ${name.slice(0, 20)}`, async (t) => {
    const cwd = await folder(t);
    const { status, stderr } = await create([name], { cwd });
    assert.equal(stderr, `create-rondel: ${name}: npm refuses the name "${name}", because it ${reason}. Take another name, such as ${other}.\n`);
    assert.equal(status, 1);
    assert.deepEqual(await readdir(cwd), []);
  });
}

test('the current folder with a name that npm refuses', async (t) => {
  const cwd = join(await folder(t), 'My Game');
  await mkdir(cwd);
  const { stderr } = await create(['.'], { cwd });
  assert.equal(stderr, 'create-rondel: .: npm refuses the name "My Game", because it has capital letters. Rename the folder, such as my-game.\n');
});

test('separators of Windows, elsewhere', { skip: process.platform === 'win32' }, async (t) => {
  const cwd = await folder(t);
  assert.equal((await create(['games\\my-game'], { cwd })).stderr, 'create-rondel: games\\my-game: separate folders by "/", as in games/my-game.\n');
});

test('a folder that is not empty', async (t) => {
  const cwd = await folder(t);
  await mkdir(join(cwd, 'old'));
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await writeFile(join(cwd, 'old', name), name);
  const { status, stderr } = await create(['old'], { cwd });
  assert.equal(stderr, 'create-rondel: old: this folder is not empty: it has a.txt, b.txt, c.txt and 1 more. Choose another folder, or remove its files with --overwrite.\n');
  assert.equal(status, 1);
  assert.equal((await readdir(join(cwd, 'old'))).length, 4);
});

test('--overwrite of a folder with the current one in it', async (t) => {
  const above = join(await folder(t), 'above');
  const cwd = join(above, 'games');
  await mkdir(cwd, { recursive: true });
  const { stderr } = await create(['../../above', '--overwrite'], { cwd });
  assert.equal(stderr, `create-rondel: ${above}: --overwrite does not remove a folder that contains your home folder or the current one.\n`);
  assert.deepEqual(await readdir(above), ['games']);
});

test('--overwrite of the home folder', async (t) => {
  const cwd = join(await folder(t), 'home');
  await mkdir(cwd);
  await writeFile(join(cwd, 'letter.txt'), 'dear');
  assert.notEqual(cwd, homedir());
  const { stderr } = await create(['.', '--overwrite'], { cwd, env: { HOME: cwd, USERPROFILE: cwd } });
  assert.match(stderr, /--overwrite does not remove a folder that contains your home folder/);
  assert.deepEqual(await readdir(cwd), ['letter.txt']);
});

test('a file', async (t) => {
  const cwd = await folder(t);
  await writeFile(join(cwd, 'my-game'), 'a letter');
  for (const options of [[], ['--overwrite']]) {
    assert.equal((await create(['my-game', ...options], { cwd })).stderr, 'create-rondel: my-game: this is a file. Choose another folder.\n');
  }
});

test('a folder below a file', async (t) => {
  const cwd = await folder(t);
  await writeFile(join(cwd, 'letter'), 'dear');
  const { status, stderr } = await create(['letter/my-game'], { cwd });
  assert.equal(stderr, `create-rondel: ${join(cwd, 'letter/my-game')}: a file of this name is in the way. Choose another folder.\n`);
  assert.equal(status, 1);
});

test('no permission', { skip: process.getuid?.() === 0 || process.platform === 'win32' }, async (t) => {
  const cwd = await folder(t);
  await chmod(cwd, 0o500);
  t.after(() => chmod(cwd, 0o700));
  const { stderr } = await create(['my-game'], { cwd });
  assert.equal(stderr, `create-rondel: ${join(cwd, 'my-game')}: no permission to write here. Choose another folder, or change its permissions.\n`);
});

/** Calls of the file system that fail, as without permission or on a full disk. Root may do everything. */
const failing = (code, at) => ['--import', `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let count = 0;
  const { writeFileSync, mkdirSync } = fs;
  const fail = (path) => { throw Object.assign(new Error('${code}'), { code: '${code}', path }); };
  fs.writeFileSync = (path, ...rest) => ((count += 1) === ${at} ? fail(path) : writeFileSync(path, ...rest));
  fs.mkdirSync = (path, ...rest) => (${at} === 0 ? fail(path) : mkdirSync(path, ...rest));
  syncBuiltinESMExports();
`)}`];

test('a folder that cannot be made', async (t) => {
  const cwd = await folder(t);
  const { status, stderr } = await create(['my-game'], { cwd, node: failing('EROFS', 0) });
  assert.equal(stderr, `create-rondel: ${join(cwd, 'my-game')}: no permission to write here. Choose another folder, or change its permissions.\n`);
  assert.equal(status, 1);
});

for (const made of [false, true]) {
  test(`a disk that is full half-way: nothing is left ${made ? 'in a folder that existed' : 'of a new folder'}, and the next run succeeds`, async (t) => {
    const cwd = await folder(t);
    if (made) await mkdir(join(cwd, 'my-game'));
    const { status, stderr } = await create(['my-game'], { cwd, node: failing('ENOSPC', 9) });
    assert.match(stderr, /^create-rondel: \S+\/my-game\/\S+: the disk is full\.\n$/);
    assert.equal(status, 1);
    assert.deepEqual(await readdir(cwd, { recursive: true }), made ? ['my-game'] : []);
    assert.equal((await create(['my-game'], { cwd })).status, 0);
  });
}

test('an old Node.js', async (t) => {
  const cwd = await folder(t);
  for (const version of ['18.20.8', '20.19.0', '22.17.1']) {
    const node = ['--import', `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`];
    assert.deepEqual(await create(['my-game'], { cwd, node }), {
      status: 1, stdout: '', stderr: `create-rondel needs Node.js 22.18 or newer, and this is ${version}. Install a current version from https://nodejs.org.\n`,
    });
  }
  assert.deepEqual(await readdir(cwd), []);
});

test('--packages: no folder, no tarballs, two versions, no crate', async (t) => {
  const cwd = await folder(t);
  const refusal = async (...options) => (await create(['my-game', ...options, '--packages', 'packed'], { cwd })).stderr;
  assert.equal(await refusal(), 'create-rondel: --packages packed: there is no such folder.\n');
  await mkdir(join(cwd, 'packed'));
  assert.equal(await refusal(), 'create-rondel: --packages packed: there is no rondel-VERSION.tgz in this folder. "npm pack" makes it.\n');
  await writeFile(join(cwd, 'packed/rondel-1.0.0.tgz'), '');
  assert.equal(await refusal(), 'create-rondel: --packages packed: there is no rondel-server-VERSION.tgz in this folder. "npm pack" makes it.\n');
  assert.match(await refusal('--template', 'rust-ts', '--no-online'), /^create-rondel: --packages packed: rules in Rust need the crate rondel as well\./);
  await writeFile(join(cwd, 'packed/rondel-1.0.1.tgz'), '');
  assert.match(await refusal(), /there are several versions of rondel: rondel-1\.0\.0\.tgz, rondel-1\.0\.1\.tgz\./);
  assert.deepEqual(await readdir(cwd), ['packed']);
});

test('--packages is checked before --overwrite removes anything', async (t) => {
  const cwd = await folder(t);
  await mkdir(join(cwd, 'old'));
  await writeFile(join(cwd, 'old/letter.txt'), 'dear');
  assert.equal((await create(['old', '--overwrite', '--packages', 'packed'], { cwd })).status, 1);
  assert.deepEqual(await readdir(join(cwd, 'old')), ['letter.txt']);
});

test('--help and --version', async (t) => {
  const cwd = await folder(t);
  const help = await create(['--help'], { cwd });
  assert.match(help.stdout, /^Usage: npm create rondel@latest \[FOLDER\] \[-- OPTIONS\]\n/);
  for (const template of ['react-ts', 'vue-ts', 'vanilla-ts', 'rust-ts']) assert.ok(help.stdout.includes(`\n  ${template} `), template);
  assert.deepEqual(await create(['-h'], { cwd }), help);
  assert.match((await create(['--version'], { cwd })).stdout, /^\d+\.\d+\.\d+\n$/);
});
