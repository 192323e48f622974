// A server in its own project, with the packages that the documents name.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fixtures, installInto, pack, packed, project, readJson, root, run, uninstall } from './project.mjs';

/** Command of the documents. */
const COMMAND = 'npm install rondel rondel-server';
/** The test of the document, and the files that it imports and reads. */
const EXAMPLES = [
  'tests/js/docs/hosting.test.mjs', 'tests/js/docs/support.mjs', 'tests/js/server/serve.mjs', 'tests/js/support/tasks.mjs',
  'tests/js/support/folders.mjs', 'docs/06-hosting.md',
];
/** Dependency that serves a built page, which the document's readers install as well. */
const PAGE = { '@koa/send': '^6.0.0' };
const PLAYED = { games: ['add'], playerID: '0', status: 'confirmed', n: 3 };
/** The version that npm installs today, and the one that most projects have. */
const TYPESCRIPT = { typescript: '^7.0.2', 'typescript-5': 'npm:typescript@^5.9.3' };

before(async () => {
  await pack();
  const server = { 'rondel-server': packed()['rondel-server'], ...TYPESCRIPT };
  await make('with', { ...server, ...PAGE, '@types/node': '^22.0.0' });
  await make('without', server);
}, { timeout: 300_000 });
after(uninstall);

async function make(name, dependencies) {
  await mkdir(folder(name));
  await cp(join(fixtures, 'server'), folder(name), { recursive: true });
  await writeFile(join(folder(name), 'tsconfig.json'), JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true },
    files: ['typed.ts'],
  }));
  await installInto(folder(name), dependencies);
}

const folder = (name) => join(project.dir, name);

test('the documents name the command that is tested here', async () => {
  for (const file of ['README.md', 'docs/06-hosting.md']) {
    assert.ok((await readFile(join(root, file), 'utf8')).includes(COMMAND), file);
  }
});

for (const [way, args] of [
  ['imported', ['whole.mjs']],
  ['required', ['required.cjs']],
  ['required as CommonJS, as by a Node that cannot require an ES module', ['--no-experimental-require-module', 'required.cjs']],
]) {
  test(`a server that is ${way} accepts players`, async () => {
    const { stdout } = await run('node', args, { cwd: folder('with') });
    assert.deepEqual(JSON.parse(stdout.trim().split('\n').at(-1)), PLAYED);
  });
}

test('every example of docs/06 runs with the packages that npm installs', async () => {
  for (const file of EXAMPLES) {
    await mkdir(dirname(join(folder('with'), file)), { recursive: true });
    await cp(join(root, file), join(folder('with'), file));
  }
  // They read the document, and are not part of a server.
  for (const name of ['esbuild', 'vue']) await symlink(join(root, 'node_modules', name), join(folder('with'), 'node_modules', name));
  await run('node', [EXAMPLES[0]], { cwd: folder('with') });
});

test('it runs with the versions that npm installs', async () => {
  const { version } = await readJson(join(folder('with'), 'node_modules/koa-compose/package.json'));
  assert.ok(version.localeCompare('4.2.0', 'en', { numeric: true }) >= 0, version);
});

for (const compiler of Object.keys(TYPESCRIPT)) {
  for (const name of ['with', 'without']) {
    test(`the types of server and lobby compile by ${compiler} ${name} the types of Node`, async () => {
      // Without them, Rondel's own types are the only ones that are checked.
      await run('node', [`node_modules/${compiler}/bin/tsc`, '-p', '.', ...(name === 'with' ? ['--skipLibCheck'] : [])], { cwd: folder(name) });
    });
  }
}
