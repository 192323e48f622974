// The command itself: folders, git, exit codes and output.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { manifest } from './support.mjs';

const COMMAND = new URL('../../../pkg-migrate/bin/rondel-migrate.js', import.meta.url).pathname;
const BEFORE = "import { Client } from 'boardgame.io/client';\n";
const AFTER = "import { Client } from 'rondel/client';\n";

/** A folder with files, as a committed git repository or without git. */
function folderOf(t, files, { isInGit = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rondel-migrate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (isInGit) {
    git(folder, 'init', '--quiet');
    commit(folder);
  }
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    run: (...args) => {
      const { status, stdout, stderr } = spawnSync('node', [COMMAND, folder, ...args], { encoding: 'utf8' });
      return { status, stdout, stderr };
    },
  };
}

const git = (folder, ...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args]);

function commit(folder) {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'x');
}

test('a project moves, and a second run changes nothing', (t) => {
  const { folder, run, read } = folderOf(t, { 'package.json': manifest(), 'a.js': BEFORE });
  const { status, stdout } = run();
  assert.equal(status, 0);
  assert.match(stdout, /\nChanged \(2\)\n {2}a\.js:1 {2}boardgame\.io\/client -> rondel\/client {2}\[07-coming-from-boardgame-io\.md#imports\]\n/);
  assert.equal(read('a.js'), AFTER);
  const { version } = JSON.parse(readFileSync(new URL('../../../pkg-migrate/package.json', import.meta.url), 'utf8'));
  assert.equal(read('package.json'), manifest(`^${version}`).replace('boardgame.io', 'rondel'));
  commit(folder);
  const again = run();
  assert.equal(again.status, 0);
  assert.match(again.stdout, /uses Rondel already[^]*There is nothing to change/);
  assert.equal(git(folder, 'status', '--porcelain').toString(), '');
});

test('--dry-run writes nothing, and prints the report and a diff that git applies', (t) => {
  const long = Array.from({ length: 30 }, (_, line) => `// ${line}\n`).join('');
  const { folder, run, read } = folderOf(t, { 'package.json': manifest(), 'a.js': `${BEFORE}${long}${BEFORE}x();\n`, 'server.js': "require('boardgame.io/server')" });
  writeFileSync(join(folder, 'b.js'), BEFORE);
  const { status, stdout } = run('--dry-run');
  assert.equal(status, 0);
  assert.match(stdout, /Would be changed[^]*Nothing was written/);
  assert.equal(read('b.js'), BEFORE);
  const diff = stdout.slice(stdout.indexOf('--- a/'));
  execFileSync('git', ['-C', folder, 'apply', '-'], { input: diff });
  assert.equal(read('a.js'), `${AFTER}${long}${AFTER}x();\n`);
  assert.equal(read('b.js'), AFTER);
  assert.equal(read('server.js'), "require('rondel/server')");
  git(folder, 'checkout', '--quiet', '.');
  run('--force');
  assert.equal(read('a.js'), `${AFTER}${long}${AFTER}x();\n`);
});

test('uncommitted changes and a folder without git need --force', (t) => {
  const dirty = folderOf(t, { 'package.json': manifest(), 'a.js': BEFORE });
  writeFileSync(join(dirty.folder, 'new.txt'), '');
  const none = folderOf(t, { 'package.json': manifest(), 'a.js': BEFORE }, { isInGit: false });
  for (const [{ run, read }, why] of [[dirty, /uncommitted changes/], [none, /not in a git repository/]]) {
    const { status, stderr } = run();
    assert.equal(status, 2);
    assert.match(stderr, why);
    assert.equal(read('a.js'), BEFORE);
    assert.equal(run('--force').status, 0);
    assert.equal(read('a.js'), AFTER);
  }
});

test('something that is left to a person is exit code 1, and --json has the report', (t) => {
  const { folder, run } = folderOf(t, { 'package.json': manifest(), 'a.js': "import { Client } from 'boardgame.io/react-native';\n" });
  assert.equal(run('--dry-run', '--json', join(folder, 'report.json')).status, 1);
  const [entry] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).filter(({ kind }) => kind === 'left');
  assert.deepEqual(entry, { kind: 'left', path: 'a.js', line: 1, text: 'React Native is not supported, because it has no WebAssembly: this file stays on boardgame.io', link: '07-coming-from-boardgame-io.md#imports' });
});

test('a project without boardgame.io is exit code 3, and a wrong command 2', (t) => {
  const { run } = folderOf(t, { 'package.json': '{}', 'a.js': '// boardgame.io\n' });
  assert.equal(run().status, 3);
  assert.equal(run('--unknown').status, 2);
  assert.equal(run('another').status, 2);
  assert.equal(spawnSync('node', [COMMAND, '/nowhere']).status, 2);
  assert.equal(run('--help').status, 0);
});

test('generated, ignored and linked files stay', (t) => {
  for (const isInGit of [true, false]) {
    const { folder, run, read } = folderOf(t, {
      'package.json': manifest(), 'src/a.js': BEFORE, 'dist/a.js': BEFORE, 'node_modules/x/a.js': BEFORE, 'src/lib.min.js': BEFORE,
      'src/long.js': `${BEFORE}// ${'x'.repeat(30_000)}\n`, 'src/huge.js': BEFORE + '// x\n'.repeat(300_000), 'src/latin1.js': Buffer.from(`${BEFORE}// \xe9\n`, 'latin1'),
    }, { isInGit: false });
    symlinkSync('src/a.js', join(folder, 'link.js'));
    symlinkSync('nowhere.js', join(folder, 'broken.js'));
    if (isInGit) {
      git(folder, 'init', '--quiet');
      writeFileSync(join(folder, '.gitignore'), 'node_modules\nignored\n');
      mkdirSync(join(folder, 'ignored'));
      writeFileSync(join(folder, 'ignored/a.js'), BEFORE);
      commit(folder);
    }
    const { status, stdout } = run('--force');
    assert.equal(status, 1);
    for (const path of ['dist/a.js', 'node_modules/x/a.js', 'src/lib.min.js', ...isInGit ? ['ignored/a.js'] : []]) assert.equal(read(path), BEFORE, path);
    for (const path of ['src/a.js', 'link.js']) assert.equal(read(path), AFTER, path);
    for (const [path, why] of [['src/lib.min.js', 'it is minified'], ['src/long.js', 'it is minified'], ['src/huge.js', 'it has more than 1000000 bytes'], ['src/latin1.js', 'it is not UTF-8']]) {
      assert.ok(stdout.includes(`${path}:1  not read: ${why}`), `${path}: ${stdout}`);
    }
  }
});

test('a folder within a repository is a project of its own', (t) => {
  const { folder, read } = folderOf(t, { 'app/package.json': manifest(), 'app/a.js': BEFORE, 'other.js': BEFORE });
  writeFileSync(join(folder, 'other.js'), `${BEFORE}// changed\n`);
  assert.equal(spawnSync('node', [COMMAND], { cwd: join(folder, 'app') }).status, 0);
  assert.equal(read('app/a.js'), AFTER);
  assert.match(read('other.js'), /boardgame/);
});

test('files that git names but nobody can read are reported, and others are changed', (t) => {
  const { folder, run, read } = folderOf(t, { 'package.json': manifest(), 'a.js': BEFORE, 'b.js': BEFORE });
  rmSync(join(folder, 'b.js'));
  mkdirSync(join(folder, 'b.js'));
  const { status, stdout } = run('--force');
  assert.equal(status, 1);
  assert.match(stdout, /b\.js:1 {2}not read: it is not a regular file/);
  assert.equal(read('a.js'), AFTER);
});
