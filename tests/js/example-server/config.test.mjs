// The environment variables of the example server, its dependencies, and its messages about invalid variables.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { databaseFor, runServer, startExample } from './support.mjs';

const EXAMPLE = new URL('../../../examples/server/', import.meta.url);

const read = (name) => readFile(new URL(name, EXAMPLE), 'utf8');

test('the README names every variable with its default value', async () => {
  const rows = [...(await read('README.md')).matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? *\|/gm)].map(([, name, usual = '']) => [name, usual]);
  const code = await Promise.all(['index.js', 'server.js'].map(read));
  const settings = code.map((text) => /\{([^{}]*\b[A-Z_]+ = '[^{}]*)\}/.exec(text)[1]);
  const variables = settings.flatMap((text) => [...text.matchAll(/([A-Z_]+)(?: = '(.*?)')?/g)]);
  assert.deepEqual(rows.sort(), variables.map(([, name, usual = '']) => [name, usual]).sort());
});

test('its package.json names its imports and the server\'s optional packages, and nothing else', async () => {
  const { dependencies } = JSON.parse(await read('package.json'));
  const files = (await readdir(EXAMPLE)).filter((name) => name.endsWith('.js'));
  const code = await Promise.all(files.map(read));
  const imported = [...code.join('\n').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)(?:\/[\w/-]+)?';$/gm)].map(([, name]) => name);
  const needed = new Set([...imported, 'rondel', 'libsql', 'pino', 'prom-client']);
  assert.deepEqual(Object.keys(dependencies), [...needed].sort());
});

const BAD_SETUPS = [
  ['an invalid port', () => ({ PORT: 'eighty' }), /^port: expected a number such as 8000, or the path of a socket, got eighty$/],
  ['an invalid log level', () => ({ LOG_LEVEL: 'loud' }), /^log: expected a logger, or one of fatal, .*, got loud$/],
  ['an invalid number of proxies', () => ({ TRUSTED_PROXIES: 'yes' }), /^trustedProxies: expected a whole number, got NaN$/],
  ['a port in use', async (t) => ({ PORT: (await startExample(t)).port }), /^port \d+ is in use: end the program that listens there/],
  ['a database that cannot be opened', () => ({ DATABASE: '/nowhere/at/all/matches.db' }), /\/nowhere\/at\/all/],
  ['an address of another machine', () => ({ HOST: '203.0.113.1' }), /^host: this machine has no address '203\.0\.113\.1'/],
];

for (const [what, environmentFor, line] of BAD_SETUPS) {
  test(`${what} is reported in one line, and the exit status is 1`, async (t) => {
    const server = runServer(t, { DATABASE: await databaseFor(t), ...await environmentFor(t) });
    assert.equal(await server.ended, 1);
    const said = server.said.trim().split('\n');
    assert.equal(said.length, 1, server.said);
    assert.match(said[0], line);
  });
}
