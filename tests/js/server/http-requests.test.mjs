// Requests to the lobby that come all at once, do not end, or whose answers nobody reads: others are answered all the same.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { InMemory } from 'rondel/server';
import { dial, sendBytes } from './raw.mjs';
import { serve } from './serve.mjs';
import { until } from './support.mjs';

const game = { name: 'nim' };

/** A server, and why it has cut connections. */
async function watched(t, options) {
  const cuts = [];
  const watch = (event) => event.type === 'cut' && cuts.push([event.transport, event.why]);
  return { ...await serve(t, { games: [game], watch, ...options }), cuts };
}

/**
 * A thread that sends requests by a connection each, and then their bodies, while the thread of the server is blocked: it receives all at the same
 * time. The event loop of the server would receive its own requests one by one.
 */
const BURST = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, heads, body, blocks } } = require('node:worker_threads');
  const whenAll = (act) => { let left = heads.length; return () => { left -= 1; if (left === 0) act(); }; };
  const writeAll = (textOf) => {
    parentPort.postMessage('block');
    Atomics.wait(blocks, 0, 0);
    sockets.forEach((socket, i) => socket.write(textOf(i)));
    Atomics.store(blocks, 0, 0);
    Atomics.notify(blocks, 0);
  };
  const connected = whenAll(() => writeAll((i) => heads[i]));
  const sockets = heads.map(() => connect(port, '127.0.0.1', connected));
  const awaited = whenAll(() => writeAll(() => body));
  if (body !== '') for (const socket of sockets) socket.once('data', awaited);
`;

/** Sends requests in a thread of its own, as BURST says. */
function burst(t, url, { heads, body }) {
  const blocks = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(BURST, { eval: true, workerData: { port: Number(new URL(url).port), heads, body, blocks } });
  clients.on('message', () => {
    Atomics.store(blocks, 0, 1);
    Atomics.notify(blocks, 0);
    Atomics.wait(blocks, 0, 1);
  });
  t.after(() => clients.terminate());
}

const ask = (path, headers = '') => `GET ${path} HTTP/1.1\r\nHost: here\r\n${headers}\r\n`;

test('requests that a connection sends one after the other without waiting are answered in their order', async (t) => {
  const { url, cuts } = await watched(t);
  const paths = Array.from({ length: 10 }, (_, i) => `/games/nim/unknown-${i}`);
  const answers = await sendBytes(url, [`${paths.map((path) => ask(path)).join('')}${ask('/games', 'Connection: close\r\n')}`]);
  assert.equal(answers.match(/HTTP\/1\.1 404/g).length, 10);
  assert.match(answers, /\["nim"\]$/);
  assert.deepEqual(cuts, []);
});

test('a connection that sends a thousand at once is cut', async (t) => {
  const { url, get, cuts } = await watched(t);
  const answers = await sendBytes(url, [ask('/games').repeat(1000)]);
  assert.ok((answers.match(/HTTP\/1\.1 200/g) ?? []).length <= 17);
  assert.deepEqual([...new Set(cuts.map(String))], ['http,rate']);
  assert.deepEqual((await get('/games')).body, ['nim']);
});

for (const [what, body, head] of [
  ['requests', '', (i) => ask(`/games/nim/unknown-${i}`)],
  ['bodies', '{"playerName":"Ann"}', (i) => (
    `POST /games/nim/unknown-${i}/join HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`
  )],
]) {
  test(`no tick of the event loop handles two ${what}, by whatever connections they come`, async (t) => {
    const db = new InMemory();
    const { fetch } = db;
    const handled = [];
    db.fetch = (matchID, ...rest) => {
      if (matchID.startsWith('unknown')) handled.push(performance.nodeTiming.uvMetricsInfo.loopCount);
      return fetch.call(db, matchID, ...rest);
    };
    const { url } = await watched(t, { db });
    burst(t, url, { heads: Array.from({ length: 50 }, (_, i) => head(i)), body });
    await until([], () => handled.length === 50);
    assert.equal(new Set(handled).size, 50);
  });
}

test('a client that reads no responses gets no more of them, and is cut when all together have left too much unread', async (t) => {
  const { url, post, get, cuts } = await watched(t, { limits: { unread: { total: 20_000_000 } } });
  for (let i = 0; i < 10; i += 1) await post('/games/nim/create', { numPlayers: 2, setupData: 'x'.repeat(90_000) });
  const idle = await Promise.all(Array.from({ length: 80 }, async () => {
    const socket = await dial(t, url);
    socket.pause();
    socket.write(ask('/games/nim').repeat(15));
    return socket;
  }));
  await until([], () => cuts.length > 0);
  assert.deepEqual([...new Set(cuts.map(String))], ['http,unread']);
  assert.deepEqual((await get('/games')).body, ['nim']);
  // Another reads on, and gets all that it has asked for.
  const answers = await sendBytes(url, [ask('/games/nim').repeat(3), ask('/games', 'Connection: close\r\n')]);
  assert.match(answers, /\["nim"\]$/);
  for (const socket of idle) socket.destroy();
});

test('bodies that do not end are cut before they fill the memory, the biggest first', async (t) => {
  const { url, post, cuts } = await watched(t);
  const head = (fields) => `POST /games/nim/m/leave HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n${fields}\r\n\r\n`;
  const modest = await dial(t, url);
  modest.write(head('Content-Length: 5000'));
  const sizes = ['Content-Length: 900000', 'Transfer-Encoding: chunked', 'Content-Length: 2000\r\nContent-Encoding: gzip'];
  const greedy = await Promise.all(Array.from({ length: 90 }, () => dial(t, url)));
  for (const [i, socket] of greedy.entries()) socket.write(head(sizes[i % 3]));
  await until([], () => cuts.length >= 90 - 60);
  assert.deepEqual([...new Set(cuts.map(String))], ['http,unfinished']);
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
  assert.equal(modest.destroyed || modest.readableEnded, false);
});

test('a request has half a minute to come', async (t) => {
  t.mock.method(console, 'info', () => {});
  const { server } = await serve(t, { games: [game] });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  assert.equal(running.appServer.requestTimeout, 30_000);
  await server.kill(running);
});
