// A server with a certificate of its own: lobby, socket.io and WebSockets come over TLS.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:https';
import test from 'node:test';
import { text } from 'node:stream/consumers';
import { Client } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { Server, SocketIO as ServerSocketIO } from 'rondel/server';
import WebSocket from 'ws';
import { until } from '../support/tasks.mjs';
import { cert, key } from './certificate.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
// The certificate is self-signed.
const trusting = { rejectUnauthorized: false };
class Trusting extends WebSocket {
  constructor(url) {
    super(url, trusting);
  }
}
/** Clients that verify the certificate and clients that do not, by transport. */
const TRANSPORTS = {
  SocketIO: (host, tls) => SocketIO({ server: `https://${host}`, socketOpts: { ...tls, forceNew: true } }),
  'SocketIO by polling': (host, tls) => SocketIO({ server: `https://${host}`, socketOpts: { ...tls, forceNew: true, transports: ['polling'] } }),
  WebSocketTransport: (host, tls) => WebSocketTransport({ url: `wss://${host}`, WebSocket: tls ? Trusting : WebSocket }),
};

for (const [where, options] of [
  ['the server', { https: { key, cert } }],
  ['its transport', { transport: new ServerSocketIO({ https: { key, cert } }) }],
]) {
  test(`with the option https of ${where}, all connections use TLS`, async (t) => {
    const host = await serve(t, options);
    const [response] = await once(get(`https://${host}/games`, trusting), 'response');
    assert.deepEqual(JSON.parse(await text(response)), ['nim']);
    const clients = Object.entries(TRANSPORTS).map(([name, connect]) => sit(t, connect(host, trusting), name));
    for (const client of clients) {
      await until(() => client.getState()?.isConnected);
      assert.deepEqual(await client.moves.take(3).confirmed, { status: 'confirmed' });
    }
  });
}

for (const [name, connect] of Object.entries(TRANSPORTS)) {
  test(`${name}: an untrusted certificate is the reason for the missing connection`, async (t) => {
    t.mock.method(console, 'warn', () => {});
    const host = await serve(t, { https: { key, cert } });
    const client = sit(t, connect(host));
    await until(() => client.connection.status === 'unreachable');
    const { type, message } = client.connection.reason;
    assert.equal(type, 'connection/unreachable');
    assert.match(message, /a certificate that is not trusted.*\(self-signed certificate[^)]*\)/);
    assert.ok(message.includes(host));
  });
}

async function serve(t, options) {
  const server = Server({ games: [game], origins: false, ...options });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  return `127.0.0.1:${running.appServer.address().port}`;
}

function sit(t, multiplayer, matchID = 'm') {
  const client = Client({ game, playerID: '0', matchID, multiplayer, quiet: true });
  t.after(() => client.dispose());
  client.start();
  return client;
}
