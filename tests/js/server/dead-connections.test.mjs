// Slow: connections die by time-outs.
// A connection that has died without a word, as behind a network that has lost all it knew of it: its client finds out soon, and comes
// by another, although nobody at either end has closed anything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { SocketIO as ServerSocketIO } from 'rondel/server';
import WebSocket from 'ws';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';

/** Milliseconds after which socket.io detects a dead connection itself: never. */
const NEVER = 3_600_000;
const game = { name: 'list', setup: () => ({ list: [] }), turn: { activePlayers: { all: null } }, moves: { add: ({ G }, thing) => { G.list.push(thing); } } };
const TRANSPORTS = {
  SocketIO: (server) => SocketIO({ server, socketOpts: { transports: ['websocket'] } }),
  'SocketIO by polling': (server) => SocketIO({ server, socketOpts: { transports: ['polling'], forceNew: true } }),
  WebSocketTransport: (url) => WebSocketTransport({ url, WebSocket }),
};

for (const [name, connect] of Object.entries(TRANSPORTS)) {
  test(`${name}: a spectator reconnects, and shows what was missed`, async (t) => {
    const transport = new ServerSocketIO({ socketOpts: { pingInterval: NEVER, pingTimeout: NEVER } });
    const { url, running } = await serve(t, { games: [game], transport });
    const proxy = await openProxy(running.appServer.address().port);
    t.after(proxy.close);
    const [away, here] = [`http://127.0.0.1:${proxy.port}`, url].map((url, playerID) => {
      const client = Client({ game, playerID: String(playerID), matchID: 'm', multiplayer: connect(url), quiet: true });
      t.after(() => client.dispose());
      client.start();
      return client;
    });
    await until(() => away.getState()?.isConnected && here.getState()?.isConnected);
    await here.moves.add('a').confirmed;
    await until(() => away.getState().G.list.length === 1);
    const statuses = [];
    away.subscribe(({ isConnected }) => { if (statuses.at(-1) !== isConnected) statuses.push(isConnected); });
    proxy.freeze();
    await here.moves.add('b').confirmed;
    // Messages on the dead connection are lost, and other connections work.
    await new Promise((done) => { setTimeout(done, 200); });
    proxy.mend();
    await until(() => away.getState().G.list.length === 2);
    assert.deepEqual(statuses, [true, false, true]);
    assert.deepEqual(await away.moves.add('c').confirmed, { status: 'confirmed' });
    await until(() => here.getState().G.list.join() === 'a,b,c');
  });
}
