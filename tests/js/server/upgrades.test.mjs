// Requests for an upgrade: their listeners, and the end of those that no listener answers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { SocketIO } from 'rondel/server';
import { io } from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { handshake } from './raw.mjs';
import { serve } from './serve.mjs';
import { serve as serveGames } from './support.mjs';

const GAME = { name: 'nim', setup: () => ({}), moves: {} };
/** Delay before an unhandled upgrade is refused, since another listener may answer it. */
const QUICKLY = { destroyUpgradeTimeout: 20 };

test("socket.io's clients are not refused while its middleware runs", async (t) => {
  const { app, httpServer, url } = await serveGames(t, { games: [GAME], transports: [new SocketIO({ socketOpts: QUICKLY })] });
  app.context.io.engine.use((_request, _response, next) => othersAreRefused(httpServer).then(() => next()));
  const socket = io(`${url}/nim`, { transports: ['websocket'], reconnection: false });
  t.after(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
});

test('an upgrade that socket.io does not answer is refused, also at its path', async (t) => {
  const { httpServer } = await serveGames(t, {
    games: [GAME], transports: [new SocketIO({ socketOpts: { ...QUICKLY, transports: ['polling'] } })],
  });
  assert.match(await answerTo(httpServer, handshake('/socket.io/?EIO=4&transport=websocket')), /404/);
});

test('an unhandled upgrade on a reused connection is refused', async (t) => {
  const { httpServer } = await serveGames(t, { games: [GAME], transports: [new SocketIO({ socketOpts: QUICKLY })] });
  const socket = open(httpServer);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match(String(await once(socket, 'data')), /200 OK/);
  socket.write(handshake('/nowhere'));
  assert.match(await restOf(socket), /404/);
});

test('an unhandled upgrade behind requests in progress is refused', async (t) => {
  let answerAll = () => {};
  const asked = new Promise((resolve) => { answerAll = resolve; });
  const { server, running: { appServer } } = await serve(t, { games: [GAME], transport: new SocketIO({ socketOpts: QUICKLY }) });
  server.router.get('/slow', async (ctx) => {
    await asked;
    ctx.body = 'slow';
  });
  const socket = open(appServer);
  const upgraded = once(appServer, 'upgrade');
  socket.write(`${'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)}${handshake('/nowhere')}`);
  await upgraded;
  assert.match(await answerTo(appServer, handshake('/nowhere')), /404/);
  answerAll();
  assert.match(await restOf(socket), /slow[^]*slow[^]*404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n$/);
});

test('a refused upgrade ends, even if its client does not close it', async (t) => {
  const { httpServer } = await serveGames(t, { games: [GAME], transports: [new SocketIO({ socketOpts: QUICKLY })] });
  const ended = once(httpServer, 'upgrade').then(([, socket]) => once(socket, 'close'));
  const socket = open(httpServer, { allowHalfOpen: true });
  t.after(() => socket.destroy());
  socket.write(handshake('/nowhere'));
  await ended;
});

test('another WebSocket server accepts connections next to a transport without an upgrade listener', async (t) => {
  const { url, running: { appServer } } = await serve(t, { games: [GAME], transport: { init() {} } });
  const another = new WebSocketServer({ noServer: true });
  appServer.on('upgrade', (request, socket, head) => {
    if (request.url === '/chat') another.handleUpgrade(request, socket, head, (client) => client.send('hello'));
  });
  const client = new WebSocket(`${url.replace('http', 'ws')}/chat`);
  t.after(() => client.terminate());
  const [heard] = await once(client, 'message');
  assert.equal(String(heard), 'hello');
  assert.match(await answerTo(appServer, handshake('/nowhere')), /404/);
});

async function othersAreRefused(httpServer) {
  assert.match(await answerTo(httpServer, handshake('/nowhere')), /404/);
}

/** Returns the whole response to these bytes. */
function answerTo(httpServer, bytes) {
  const socket = open(httpServer);
  socket.write(bytes);
  return restOf(socket);
}

function open(httpServer, options) {
  return connect({ port: httpServer.address().port, host: '127.0.0.1', ...options }).setEncoding('latin1');
}

/** Returns the text that arrives before the server ends the connection. */
async function restOf(socket) {
  let text = '';
  for await (const part of socket) text += part;
  return text;
}
