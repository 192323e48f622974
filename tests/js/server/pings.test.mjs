// The server's pings: a client that does not answer is gone, and one that has much to read before a ping has the time for it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { SocketIO } from 'rondel/server';
import { WebSocket } from 'ws';
import { until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './support.mjs';

const SECOND = 1000;
/** Milliseconds between two pings. */
const BEAT = 15 * SECOND;

/** A client by a WebSocket at a match whose state takes `size` bytes, which reads nothing of it. `beat` is when the server pings, so much later. */
async function withSilentClient(t, size) {
  const beats = [];
  const { setInterval } = globalThis;
  const intervals = t.mock.method(globalThis, 'setInterval', (run, milliseconds) => {
    if (milliseconds === BEAT) beats.push(run);
    return setInterval(run, milliseconds);
  });
  const game = { name: 'big', setup: () => ({ text: 'x'.repeat(size) }), moves: {} };
  const server = await serve(t, { games: [game] });
  intervals.mock.restore();
  const { now } = performance;
  let passed = 0;
  t.mock.method(performance, 'now', () => now.call(performance) + passed);
  const client = await WIRES['a WebSocket'](server.url, 'big');
  t.after(() => client.socket.terminate());
  client.socket.pause();
  client.send('sync', 'm', '0', undefined, 2);
  const isConnected = () => server.hub('big').connectedAt('m').length === 1;
  await until(isConnected);
  const beat = (milliseconds) => {
    passed += milliseconds;
    for (const run of beats) run();
  };
  return { client, beat, isConnected };
}

test('a client that answers no ping is gone at the next one', async (t) => {
  const { beat, isConnected } = await withSilentClient(t, 10);
  beat(0);
  assert.equal(isConnected(), true);
  beat(BEAT);
  await until(() => !isConnected());
});

test('a client whose ping is behind a big state has the time to read it, and a limit', async (t) => {
  const { beat, isConnected } = await withSilentClient(t, 30_000_000);
  beat(0);
  // At 20 kB a second; what the operating system has taken does not count.
  for (let i = 0; i < 20; i += 1) beat(BEAT);
  assert.equal(isConnected(), true);
  for (let i = 0; i < 300; i += 1) beat(BEAT);
  await until(() => !isConnected());
});

test('a client that has read the big state, and answered, is asked again', async (t) => {
  const { client, beat, isConnected } = await withSilentClient(t, 30_000_000);
  let pings = 0;
  client.socket.on('ping', () => { pings += 1; });
  beat(0);
  client.socket.resume();
  for (let i = 1; i <= 3; i += 1) {
    await until(() => pings === i);
    // The server has the pong when it has what is sent after it.
    client.send('chat', 'm', { id: `c${i}`, sender: '0', payload: 'here' });
    await until(() => client.heard.some((text) => text.includes(`c${i}`)));
    beat(BEAT);
  }
  assert.equal(isConnected(), true);
});

/**
 * A client by the protocol of socket.io, by hand. The server pings it every 25 milliseconds, and waits so many for the answer, which is
 * sent as long as `client.answers` is set.
 */
async function withPingedClient(t, pingTimeout) {
  const game = { name: 'small', setup: () => ({}), moves: {} };
  const server = await serve(t, { games: [game], transports: [new SocketIO({ socketOpts: { pingInterval: 25, pingTimeout } })] });
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => socket.terminate());
  const heard = [];
  const client = { pings: 0, isClosed: false, answers: true };
  socket.on('close', () => { client.isClosed = true; });
  socket.on('message', (data) => {
    const text = String(data);
    heard.push(text);
    if (text !== '2') return;
    client.pings += 1;
    if (client.answers) socket.send('3');
  });
  await once(socket, 'open');
  socket.send('40/small,');
  await until(() => heard.some((text) => text.startsWith('40/small,')));
  socket.send('42/small,["sync","m","0",null,2]');
  await until(() => heard.some((text) => text.includes('"sync"')));
  return { client, isConnected: () => server.hub('small').connectedAt('m').length === 1 };
}

test('a client of socket.io that answers no ping is gone', async (t) => {
  const { client, isConnected } = await withPingedClient(t, 5000);
  client.answers = false;
  await until(() => client.isClosed);
  await until(() => !isConnected());
});

test('a client of socket.io that answers its pings stays', async (t) => {
  const { client, isConnected } = await withPingedClient(t, 60_000);
  await until(() => client.pings >= 20);
  assert.deepEqual([client.isClosed, isConnected()], [false, true]);
});
