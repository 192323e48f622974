// How the client's end of socket.io begins: by a WebSocket, which needs one server alone, and by polling where none comes through.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test from 'node:test';
import { createProxyServer } from 'httpxy';
import { Client } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { InMemory, SocketIO as SocketIOOfServers } from 'rondel/server';
import { silence } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }) => { G.left -= 1; } } };
const QUICK = { reconnectionDelay: 50, reconnectionDelayMax: 100 };

/** A proxy that sends each request to the next of these servers; `upgrade` says what becomes of those for a WebSocket. */
async function roundRobin(t, servers, upgrade = (pass) => pass()) {
  const proxy = createProxyServer({});
  const asked = [];
  let turn = 0;
  const next = () => ({ target: servers[(turn += 1) % servers.length].url });
  const http = createServer((request, response) => {
    asked.push('request');
    proxy.web(request, response, next()).catch(() => response.destroy());
  });
  http.on('upgrade', (request, socket, head) => {
    asked.push('upgrade');
    socket.on('error', () => {});
    upgrade(() => proxy.ws(request, socket, next(), head).catch(() => socket.destroy()), socket);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.after(() => {
    http.close();
    http.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${http.address().port}`, asked };
}

function sit(t, server, socketOpts = QUICK) {
  const client = Client({ game: GAME, matchID: 'm', playerID: '0', quiet: true, multiplayer: SocketIO({ server, socketOpts }) });
  t.after(() => client.dispose());
  client.start();
  return client;
}

const isThere = (client) => until(() => client.getState()?.isConnected);

test('two servers behind a proxy that sends each request to the next one are played at', async (t) => {
  const db = new InMemory();
  const { url, asked } = await roundRobin(t, [await serve(t, { games: [GAME], db }), await serve(t, { games: [GAME], db })]);
  const client = sit(t, url);
  await isThere(client);
  assert.deepEqual(await client.moves.take().confirmed, { status: 'confirmed' });
  assert.deepEqual(asked, ['upgrade']);
});

test('where no WebSocket is let in, the first attempt goes on by polling', async (t) => {
  const polled = await serve(t, { games: [GAME], transport: new SocketIOOfServers({ socketOpts: { transports: ['polling'] } }) });
  const { url, asked } = await roundRobin(t, [await serve(t, { games: [GAME] })], (_pass, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  for (const server of [polled.url, url]) {
    const client = sit(t, server, { ...QUICK, reconnection: false });
    await isThere(client);
    assert.deepEqual(await client.moves.take().confirmed, { status: 'confirmed' });
  }
  assert.equal(asked[0], 'upgrade');
});

test('where a WebSocket gets no answer, the next attempt begins by polling', async (t) => {
  silence(t);
  const { url, asked } = await roundRobin(t, [await serve(t, { games: [GAME] })], () => {});
  const client = sit(t, url, { ...QUICK, timeout: 300 });
  await isThere(client);
  assert.deepEqual(await client.moves.take().confirmed, { status: 'confirmed' });
  assert.deepEqual(asked.slice(0, 2), ['upgrade', 'request']);
});

test('the transports that a user chooses are used', async (t) => {
  const { url, asked } = await roundRobin(t, [await serve(t, { games: [GAME] })]);
  await isThere(sit(t, url, { ...QUICK, transports: ['polling'] }));
  assert.ok(asked.length > 1 && asked.every((way) => way === 'request'));
});
