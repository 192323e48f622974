// Slow: it creates repositories. scripts/release in temporary repositories, whose own scripts/build, scripts/test and the like take no
// time.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const OWN = ['release', 'release.mjs', 'size-tables.mjs', 'lib.sh'].map((file) => `scripts/${file}`);
const speed = (gzip) => `# Speed\n\nNumbers are of 0.1.0.\n\n<!-- scripts/size -->\n| what | gzip |\n|---|---|\n| a page | ${gzip} kB |\n<!-- the end of what scripts/size writes -->\n`;

/** The files of a repository to release from; its scripts record their runs. */
const FILES = {
  '.gitignore': '/target/\n/pkg/\n/pkg-server/\n/pkg-create/\n/.tools/\nnode_modules\n',
  'Cargo.toml': '[package]\nname = "rondel"\nversion = "0.1.0"\n\n[dependencies]\nother = { version = "0.1.0" }\nrondel-derive = { version = "0.1.0", path = "src/derive" }\n',
  'src/derive/Cargo.toml': '[package]\nname = "rondel-derive"\nversion = "0.1.0"\n',
  'Cargo.lock': '[[package]]\nname = "other"\nversion = "0.1.0"\n\n[[package]]\nname = "rondel"\nversion = "0.1.0"\n\n[[package]]\nname = "rondel-derive"\nversion = "0.1.0"\n',
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n- Something new.\n',
  'README.md': '# Rondel\n\nnpm install rondel, or rondel-0.1.0.tgz\n',
  'docs/reference/speed.md': speed('66.0'),
  'examples/app/package.json': '{ "dependencies": {\n  "rondel": "^0.1.0",\n  "other": "^0.1.0"\n} }\n',
  'pkg-template/package.json': '{\n  "name": "rondel",\n  "version": "0.1.0",\n  "peerDependencies": {\n    "rondel-server": "0.1.0"\n  }\n}\n',
  'packages/server/package.json': '{\n  "name": "rondel-server",\n  "version": "0.1.0",\n  "peerDependencies": {\n    "rondel": "0.1.0"\n  }\n}\n',
  'packages/create/package.json': '{\n  "name": "create-rondel",\n  "version": "0.1.0"\n}\n',
  'packages/create/templates/rust/rules/Cargo.toml': '[package]\nname = "last-card"\nversion = "0.0.0"\n\n[dependencies]\nrondel = "0.1.0"\n',
  'tests/release.test.mjs': '// Rondel 0.1.0, as rondel-0.1.0.tgz\n',
  'scripts/setup': '',
  'scripts/build': 'mkdir -p pkg pkg-server pkg-create && cp pkg-template/package.json pkg/ && cp packages/server/package.json pkg-server/ && cp packages/create/package.json pkg-create/',
  'scripts/size': "sed -i.old 's/66.0/67.5/' docs/reference/speed.md && rm docs/reference/speed.md.old",
  'scripts/check-crates': '',
  'scripts/test': 'echo "$RONDEL_DAY" >>"$TESTED"',
  'scripts/lint-tarball.mjs': "import { statSync } from 'node:fs';\nif (statSync(process.argv[2]).size === 0) process.exit(1);\n",
};

/** A repository of these files, and a function that releases from it. */
async function repository(t, files = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'rondel-release-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const at = join(dir, 'repository');
  for (const [file, text] of Object.entries({ ...FILES, ...files })) await put(at, file, text);
  for (const file of OWN) await cp(join(root, file), join(at, file));
  await symlink(join(root, 'node_modules'), join(at, 'node_modules'));
  const env = {
    ...process.env, TESTED: join(dir, 'tested'), RONDEL_SET_UP: 'yes', GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  // The repository that contains the tests must not be used.
  for (const name of Object.keys(env)) if (/^(GIT_(DIR|INDEX_FILE|WORK_TREE)|CARGO_TARGET_DIR)$/.test(name)) delete env[name];
  const run = (command, ...args) => promisify(execFile)(command, args, { cwd: at, env }).then(({ stdout, stderr }) => stderr + stdout);
  const git = (...args) => run('git', ...args).then((text) => text.trim());
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  return {
    git,
    put: (file, text) => put(at, file, text),
    read: (file) => readFile(join(at, file), 'utf8'),
    /** RONDEL_DAY of each run of the tests. */
    daysOfTests: () => readFile(env.TESTED, 'utf8').then((text) => text.trimEnd().split('\n'), () => []),
    release: (...args) => run('scripts/release', ...args),
    /** Everything that a release could change. */
    async everything() {
      const tools = await readdir(join(at, '.tools')).catch(() => []);
      return { refs: await git('show-ref'), status: await git('status', '--porcelain'), trees: await git('worktree', 'list'), tools };
    },
  };
}

async function put(dir, file, text) {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  const isShell = file.startsWith('scripts/') && !file.includes('.');
  await writeFile(join(dir, file), isShell ? `#!/usr/bin/env bash\nset -e\n${text}\n` : text, { mode: isShell ? 0o755 : 0o644 });
}

/** Checks that a release is refused with these words and changes nothing. */
async function refuses(repo, args, words) {
  const before = await repo.everything();
  await assert.rejects(repo.release(...args), ({ stdout, stderr }) => {
    assert.match(stdout + stderr, words);
    return true;
  });
  assert.deepEqual(await repo.everything(), before);
}

test('a release writes its version in all places, dates the changes, and ends in a commit with a tag', async (t) => {
  const repo = await repository(t);
  const said = await repo.release('0.2.0');
  assert.match(said.trim().split('\n').at(-1), /^Rondel 0\.2\.0 is committed and tagged here\. RELEASING\.md says what remains: cargo publish --workspace, and git push --follow-tags/);
  assert.match(said, /There is no release before this one/);
  assert.equal(await repo.git('log', '--format=%s'), 'Release 0.2.0\nBegin');
  assert.equal(await repo.git('rev-parse', 'v0.2.0^{commit}'), await repo.git('rev-parse', 'main'));
  assert.equal(await repo.git('cat-file', '-t', 'v0.2.0'), 'tag', 'which --follow-tags pushes');
  assert.equal(await repo.git('status', '--porcelain'), '');
  const today = new Date().toISOString().slice(0, 10);
  assert.match(await repo.read('CHANGELOG.md'), new RegExp(`^## \\[Unreleased\\]\n\n## \\[0\\.2\\.0\\] - (${today}|\\d{4}-\\d\\d-\\d\\d)\n\n- Something new`, 'm'));
  assert.equal(await repo.read('Cargo.toml'), FILES['Cargo.toml'].replace(/(?<=name = "rondel"\nversion = "|derive = \{ version = ")0\.1\.0/g, '0.2.0'));
  assert.equal(await repo.read('src/derive/Cargo.toml'), FILES['src/derive/Cargo.toml'].replace('0.1.0', '0.2.0'));
  assert.equal(await repo.read('Cargo.lock'), FILES['Cargo.lock'].replace(/(?<="rondel(-derive)?"\nversion = ")0\.1\.0/g, '0.2.0'));
  assert.equal(await repo.read('examples/app/package.json'), FILES['examples/app/package.json'].replace('0.1.0', '0.2.0'));
  for (const [file, peer] of [['pkg-template', 'rondel-server'], ['packages/server', 'rondel']]) {
    const { version, peerDependencies } = JSON.parse(await repo.read(`${file}/package.json`));
    assert.deepEqual([version, peerDependencies], ['0.2.0', { [peer]: '0.2.0' }]);
  }
  for (const file of ['package.json', 'templates/rust/rules/Cargo.toml'].map((name) => `packages/create/${name}`)) {
    assert.equal(await repo.read(file), FILES[file].replace('0.1.0', '0.2.0'));
  }
  assert.match(await repo.read('README.md'), /rondel-0\.2\.0\.tgz/);
  assert.equal(await repo.read('docs/reference/speed.md'), speed('67.5'), 'measurements stay, and sizes are those of the release');
  assert.equal(await repo.read('tests/release.test.mjs'), FILES['tests/release.test.mjs'], 'versions in tests stay');
  assert.deepEqual(await repo.daysOfTests(), ['each']);
  assert.deepEqual((await repo.everything()).tools, []);
});

test('the changelog compares the next release with the one before', async (t) => {
  const repo = await repository(t);
  await repo.release('0.1.0');
  await repo.put('scripts/size', "sed -i.old 's/67.5/60.0/' docs/reference/speed.md && rm docs/reference/speed.md.old");
  await repo.git('commit', '--all', '--message', 'Save bytes');
  await refuses(repo, ['0.2.0'], /CHANGELOG\.md says nothing below ## \[Unreleased\]/);
  await repo.put('CHANGELOG.md', (await repo.read('CHANGELOG.md')).replace('## [Unreleased]\n', '## [Unreleased]\n\n- Less.\n'));
  await repo.git('commit', '--all', '--message', 'Say so');
  await refuses(repo, ['0.1.0'], /there is a tag v0\.1\.0 already/);
  await repo.git('tag', '--delete', 'v0.1.0');
  await refuses(repo, ['0.1.0'], /0\.1\.0 is not greater than 0\.1\.0/);
  await repo.git('tag', 'v0.1.0', 'HEAD~2');
  assert.match(await repo.release('0.1.1-next.0'), /Sizes since v0\.1\.0.*\n {2}a page: 67\.5 kB -> 60\.0 kB\n/);
});

test('a dry run does everything except the tests, and changes nothing', async (t) => {
  const repo = await repository(t, { 'README.md': "# Rondel\n\nIt is not in npm's registry yet.\n" });
  const before = await repo.everything();
  const said = await repo.release('1.0.0', '--dry-run');
  assert.match(said, /before the release: these will not be true any more:\n {7}README\.md:3/);
  assert.match(said, /Cargo\.toml +\| 4 \+{2}-{2}/);
  assert.match(said.trim().split('\n').at(-1), /scripts\/test was not run, and nothing has changed here/);
  assert.deepEqual(await repo.everything(), before);
  assert.deepEqual(await repo.daysOfTests(), []);
  await refuses(repo, ['1.0.0'], /these will not be true any more/);
});

test('a release is refused from another branch, from a dirty tree, and with a version that is not greater', async (t) => {
  const repo = await repository(t);
  await refuses(repo, [], /which version\?/);
  await refuses(repo, ['0.2.0', '0.3.0'], /one version at a time/);
  await refuses(repo, ['0.2.0', '--force'], /there is no option --force/);
  for (const version of ['0.0.9', '0.1.0-rc.1']) await refuses(repo, [version], /is not greater than 0\.1\.0/);
  for (const version of ['next', '1.2', 'v0.2.0', '0.2.0;true']) await refuses(repo, [version], /is no version/);
  await repo.put('new.txt', '');
  await refuses(repo, ['0.2.0'], /changes that are not committed[^]*new\.txt/);
  await repo.git('clean', '--force', '--quiet');
  await repo.git('switch', '--quiet', '--create', 'other');
  await refuses(repo, ['0.2.0'], /releases are made of main, and this is other/);
  await repo.git('switch', '--quiet', '--detach', 'main');
  await refuses(repo, ['0.2.0'], /this is no branch/);
});

for (const [what, files, words] of [
  ['the build fails', { 'scripts/build': 'echo broken; exit 3' }, /broken/],
  ['a test fails', { 'scripts/test': 'echo 1 failed; exit 1' }, /1 failed/],
  ['the tarball has a fault', { 'scripts/lint-tarball.mjs': "console.error('publint: no');\nprocess.exit(1);\n" }, /publint: no/],
  ['the version is in an unknown place', { 'docs/install.md': 'Rondel 0.1.0 is the newest.\n' }, /the old version is still in\n +docs\/install\.md:1/],
  ['the checks change a file', { 'scripts/test': 'echo more >>README.md' }, /the checks have changed files\n +M README\.md/],
  ['the checks commit', { 'scripts/test': 'git commit --quiet --allow-empty -m more' }, /the checks have committed something\n +\w+ more/],
]) {
  test(`nothing is left behind if ${what}`, async (t) => {
    const repo = await repository(t, files);
    await refuses(repo, ['0.2.0'], words);
    assert.match(await repo.release('0.2.0').catch(({ stderr }) => stderr), /Rondel 0\.2\.0 is not released, and has changed nothing in this work tree/);
  });
}

for (const [what, meanwhile, words, log] of [
  ['main has moved', 'git commit --quiet --allow-empty -m other', /main has moved meanwhile/, 'other\nBegin'],
  ['another branch is checked out', 'git switch --quiet --create other', /releases are made of main, and this is other/, 'Begin'],
  ['a file has changed that the release writes', 'echo more >>README.md', /what has changed in this work tree meanwhile stands in the way\n +M README\.md/, 'Begin'],
]) {
  test(`nothing is released if ${what} while the tests run`, async (t) => {
    const repo = await repository(t, { 'scripts/test': `cd ../..; ${meanwhile}` });
    await assert.rejects(repo.release('0.2.0'), ({ stderr }) => words.test(stderr));
    assert.equal(await repo.git('tag'), '');
    assert.equal(await repo.git('log', '--format=%s'), log);
    assert.equal(await repo.git('log', '--format=%s', 'main'), log);
  });
}

test('the version of this repository can be written', async (t) => {
  const repo = await repository(t);
  const dir = await mkdtemp(join(tmpdir(), 'rondel-release-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await repo.git('clone', '--quiet', root, dir);
  for (const file of OWN) await cp(join(root, file), join(dir, file));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  await promisify(execFile)(process.execPath, ['scripts/release.mjs', 'write', '99.0.0'], { cwd: dir });
  assert.equal(JSON.parse(await readFile(join(dir, 'pkg-template/package.json'), 'utf8')).version, '99.0.0');
});
