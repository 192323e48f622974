// The end of a server after a signal: in order, within a time limit, at once after a second signal, and optional.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { SocketIO } from 'rondel/multiplayer';
import { Server } from 'rondel/server';
import { sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';

const CHILD = fileURLToPath(new URL('shutdown-child.mjs', import.meta.url));
const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };

/** A server in its own process, once it listens. */
async function start(t, options) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const lines = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  await until(() => lines.some(({ event }) => event === 'listening'));
  return { url: lines[0].url, lines, ended, kill: (signal) => child.kill(signal) };
}

const eventsOf = ({ lines }) => lines.map(({ event }) => event).filter((event) => event.startsWith('stop'));

async function play(t, { url }) {
  const { matchID, credentials } = await takenMatch({ url }, 'nim');
  const player = sit(t, { game, matchID, playerID: '0', credentials: credentials[0], multiplayer: SocketIO({ server: url }) });
  await until(() => player.getState()?.isConnected);
  return player;
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  test(`at ${signal} it ends in order, with status 0`, async (t) => {
    const server = await start(t, {});
    await play(t, server);
    server.kill(signal);
    assert.equal(await server.ended, 0);
    assert.deepEqual(eventsOf(server), ['stopping', 'stopped']);
    assert.equal(server.lines.find(({ event }) => event === 'stopping').signal, signal);
  });
}

test('while it drains, /readyz refuses and players play on; a second signal ends it at once', async (t) => {
  const server = await start(t, { drain: 600_000 });
  const player = await play(t, server);
  server.kill('SIGTERM');
  await until(() => eventsOf(server).length === 1);
  assert.deepEqual([(await fetch(`${server.url}readyz`)).status, (await fetch(`${server.url}healthz`)).status], [503, 200]);
  assert.equal((await player.moves.take(3).confirmed).status, 'confirmed');
  server.kill('SIGINT');
  assert.equal(await server.ended, 128 + 2);
});

test('work that does not end is stopped at the time limit, with status 1', async (t) => {
  const server = await start(t, { hangs: true, within: 200 });
  server.kill('SIGTERM');
  assert.equal(await server.ended, 1);
  assert.deepEqual(eventsOf(server), ['stopping', 'stopped-late']);
});

test('the server handles signals only while it runs, and only if the option asks for it', async (t) => {
  t.mock.method(console, 'info', () => {});
  const before = process.listenerCount('SIGTERM');
  for (const [shutdown, more] of [[undefined, 0], [false, 0], [true, 1]]) {
    const server = Server({ games: [game], origins: false, shutdown });
    assert.equal(process.listenerCount('SIGTERM'), before);
    const running = await server.run({ port: 0, host: '127.0.0.1' });
    assert.equal(process.listenerCount('SIGTERM'), before + more);
    await server.kill(running);
    assert.equal(process.listenerCount('SIGTERM'), before);
  }
});
