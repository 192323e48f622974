// docs/11-operating.md shows the files of examples/operating unchanged, and names all of the server's environment variables.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = new URL('../../../', import.meta.url);
const EXAMPLE = new URL('examples/operating/', ROOT);
/** Files that the guide shares with another one, and files that it does not show. */
const ELSEWHERE = ['README.md', 'package.json', 'nim.js'];

const read = (path) => readFile(new URL(path, ROOT), 'utf8');
const guide = await read('docs/11-operating.md');

test('the guide shows each file unchanged', async () => {
  const blocks = [...guide.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = (await readdir(EXAMPLE)).filter((name) => !ELSEWHERE.includes(name) && name !== 'node_modules');
  assert.ok(files.length > 6);
  for (const name of files) assert.ok(blocks.includes(await read(`examples/operating/${name}`)), name);
});

test('the game is that of the hosting guide', async () => {
  const hosting = await read('docs/06-hosting.md');
  assert.ok(hosting.includes(`\`\`\`js\n// nim.js\n${await read('examples/operating/nim.js')}\`\`\``));
});

test('the guide names every variable with its default value', async () => {
  const [, settings] = /^const \{(.*?)\} = process\.env;/ms.exec(await read('examples/operating/server.js'));
  const expected = [...settings.matchAll(/([A-Z_]+)(?: = '(.*?)')?/g)].map(([, name, usual = '']) => [name, usual]);
  const [, rows] = guide.split('| variable | usually | |\n');
  const shown = [...rows.split('\n\n')[0].matchAll(/^\| (`[A-Z_`, ]+) \| (.*?) ?\|/gm)].flatMap(([, names, values]) => {
    const usual = [...values.matchAll(/`(.*?)`/g)].map(([, value]) => value);
    return [...names.matchAll(/[A-Z_]+/g)].map(([name], i) => [name, usual[i] ?? '']);
  });
  const others = ['NODE_ENV', 'API_SECRET', 'ADMIN_SECRET'];
  assert.deepEqual(shown.filter(([name]) => !others.includes(name)).sort(), expected.sort());
});

test('its package.json and the guide name the packages to install', async () => {
  const { dependencies } = JSON.parse(await read('examples/operating/package.json'));
  const installed = [...guide.matchAll(/^npm install ([^#\n]+)/gm)].flatMap(([, names]) => names.trim().split(' '));
  assert.deepEqual(installed.sort(), Object.keys(dependencies).sort());
});

test('systemd accepts the unit', async (t) => {
  const file = fileURLToPath(new URL('nim@.service', EXAMPLE));
  const verified = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', file]).catch((error) => error);
  if (verified.code === 'ENOENT') return t.skip('there is no systemd-analyze here');
  assert.deepEqual([verified.code ?? 0, verified.stderr], [0, '']);
});
