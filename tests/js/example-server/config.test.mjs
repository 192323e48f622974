// What the example server makes of its environment, and what it says of an environment that makes no sense.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';
import { VARIABLES, readConfig } from '../../../examples/server/config.js';
import { databaseFor, runServer, startExample } from './support.mjs';

const EXAMPLE = new URL('../../../examples/server/', import.meta.url);

test('without an environment, everything has a value', () => {
  assert.deepEqual(Object.entries(readConfig({})).filter(([, value]) => value === undefined), []);
  assert.deepEqual(readConfig({ ORIGINS: 'https://a.example, http://b.example:8080' }).origins, ['https://a.example', 'http://b.example:8080']);
});

test('each variable that makes no sense is named, with what is expected and what is there', () => {
  const wrong = { PORT: '65536', HOST: '', LOG_LEVEL: 'loud', ORIGINS: 'https://a.example/games', DRAIN_SECONDS: '1e3', SHUTDOWN_SECONDS: '-1' };
  assert.throws(() => readConfig(wrong), ({ message }) => {
    assert.deepEqual(message.split('\n').sort(), [
      'DRAIN_SECONDS: expected a whole number from 0 to 3600, got "1e3"',
      'HOST: expected a text that is not empty, got ""',
      'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
      'ORIGINS: expected origins such as https://games.example.com, separated by commas, got "https://a.example/games"',
      'PORT: expected a whole number from 0 to 65535, got "65536"',
      'SHUTDOWN_SECONDS: expected a whole number from 1 to 3600, got "-1"',
    ]);
    return true;
  });
});

test('the README names every variable with its usual value', async () => {
  const readme = await readFile(new URL('README.md', EXAMPLE), 'utf8');
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? *\|/gm)].map(([, name, usual = '']) => [name, usual]);
  assert.deepEqual(rows, Object.values(VARIABLES).map(([name, usual]) => [name, usual]));
});

test('its package.json names what it imports, and what rondel/server needs, and nothing else', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', EXAMPLE), 'utf8'));
  const files = (await readdir(EXAMPLE)).filter((name) => name.endsWith('.js'));
  const code = await Promise.all(files.map((name) => readFile(new URL(name, EXAMPLE), 'utf8')));
  const imported = [...code.join('\n').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)(?:\/[\w/-]+)?';$/gm)].map(([, name]) => name);
  const hosting = await readFile(new URL('../../docs/06-hosting.md', EXAMPLE), 'utf8');
  const [, ofServer] = /^npm install (koa .*)$/m.exec(hosting);
  const needed = new Set([...imported, ...ofServer.split(' '), 'libsql']);
  assert.deepEqual(Object.keys(dependencies), [...needed].sort());
});

const BAD_SETUPS = [
  ['a variable that makes no sense', () => ({ PORT: 'eighty' }), /^PORT: expected a whole number/],
  ['a port in use', async (t) => ({ PORT: (await startExample(t)).port }), /^port \d+ is in use: end the program that listens there/],
  ['a database that cannot be opened', () => ({ DATABASE: '/nowhere/at/all/matches.db' }), /\/nowhere\/at\/all/],
  ['an address that is not the machine’s', () => ({ HOST: '203.0.113.1' }), /^host: this machine has no address '203\.0\.113\.1'/],
];

for (const [what, environmentFor, line] of BAD_SETUPS) {
  test(`${what} is told in one line, and the exit status is 1`, async (t) => {
    const server = runServer(t, { DATABASE: await databaseFor(t), ...await environmentFor(t) });
    assert.equal(await server.ended, 1);
    const said = server.said.trim().split('\n');
    assert.equal(said.length, 1, server.said);
    assert.match(said[0], line);
  });
}
