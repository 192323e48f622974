// A server with a certificate of its own: lobby, socket.io and WebSockets come over TLS.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:https';
import test from 'node:test';
import { text } from 'node:stream/consumers';
import { Client } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { Server, SocketIO as ServerSocketIO } from 'rondel/server';
import WebSocket from 'ws';
import { until } from '../support/tasks.mjs';
import { cert, key } from './certificate.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
// The certificate is signed by itself.
const trusting = { rejectUnauthorized: false };

for (const [where, options] of [
  ['the server', { https: { key, cert } }],
  ['its transport', { transport: new ServerSocketIO({ https: { key, cert } }) }],
]) {
  test(`with the option https of ${where}, all is over TLS`, async (t) => {
    const server = Server({ games: [game], origins: false, ...options });
    t.mock.method(console, 'info', () => {});
    const running = await server.run({ port: 0, host: '127.0.0.1' });
    t.after(() => server.kill(running));
    const host = `127.0.0.1:${running.appServer.address().port}`;

    const [response] = await once(get(`https://${host}/games`, trusting), 'response');
    assert.deepEqual(JSON.parse(await text(response)), ['nim']);

    const multiplayer = SocketIO({ server: `https://${host}`, socketOpts: trusting });
    const client = Client({ game, playerID: '0', matchID: 'm', multiplayer, debug: false });
    t.after(() => client.dispose());
    client.start();
    await until(() => client.getState()?.isConnected);
    assert.deepEqual(await client.moves.take(3).confirmed, { status: 'confirmed' });

    const socket = new WebSocket(`wss://${host}/ws/nim`, trusting);
    t.after(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'sync', args: ['m', null] }));
    const [heard] = await once(socket, 'message');
    assert.ok(String(heard).includes('18'));
  });
}
