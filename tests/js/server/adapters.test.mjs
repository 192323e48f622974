// Messages that others publish on a shared channel: they end no server and reach no player.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import test from 'node:test';
import { createAdapter } from '@socket.io/redis-adapter';
import { SocketIO } from 'rondel/server';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';
import { nextTask, until } from '../support/tasks.mjs';

const { encode } = createRequire(import.meta.resolve('@socket.io/redis-adapter'))('notepack.io');
const game = { name: 'cards', setup: () => ({ table: 0 }), moves: { play: ({ G }) => { G.table += 1; } } };

/** A Redis with one pair of clients, as a library creates them: `say(channel, bytes)` publishes as another program would. */
const LIBRARIES = {
  redis() {
    const listeners = [];
    const subscribe = (channels, listener) => [channels].flat().forEach((channel) => listeners.push({ channel, listener }));
    const client = Object.assign(new EventEmitter(), {
      pSubscribe: subscribe, subscribe, publish: () => Promise.resolve(0), pUnsubscribe() {}, unsubscribe() {},
    });
    const matches = (pattern, channel) => pattern === channel || (pattern.endsWith('*') && channel.startsWith(pattern.slice(0, -1)));
    const say = (channel, bytes) => listeners.filter((one) => matches(one.channel, channel)).forEach(({ listener }) => listener(bytes, channel));
    return { client, say };
  },
  ioredis() {
    const client = Object.assign(new EventEmitter(), { psubscribe() {}, subscribe() {}, publish: () => Promise.resolve(0), punsubscribe() {}, unsubscribe() {} });
    client.setMaxListeners(100);
    const say = (channel, bytes) => {
      client.emit('pmessageBuffer', Buffer.from('pattern'), Buffer.from(channel), bytes);
      client.emit('messageBuffer', Buffer.from(channel), bytes);
    };
    return { client, say };
  },
};

const text = (value) => Buffer.from(JSON.stringify(value));
const all = { rooms: [], except: [] };
/** Malformed messages, by the last part of the channel's name. */
const MALFORMED = {
  '-request': [
    ...Array.from({ length: 12 }, (_, type) => text({ type, requestId: 'a' })),
    ...Array.from({ length: 12 }, (_, type) => text({ type, requestId: 'a', opts: 7, rooms: 7, sid: {}, data: 7, packet: null })),
    text({ type: 6, data: ['error', new Error('no')] }), text({ type: 6, data: ['notice', null] }), text({ type: 6, data: ['notice', { what: {} }] }),
    text(null), text(7), Buffer.from('{'), Buffer.from([0xc1]), Buffer.alloc(0),
  ],
  '-response': [text(null), text({ requestId: 'a' }), text({ requestId: '__proto__', type: 5, sockets: null }), Buffer.from('{'), Buffer.from([0xc1]), Buffer.alloc(0)],
  '': [Buffer.from([0xc1]), Buffer.alloc(0), encode(null), encode(['x']), encode(['x', null, null]), encode(['x', { nsp: '/cards' }, null]), encode(['x', { nsp: '//rondel/nodes' }, 7])],
};

for (const [library, make] of Object.entries(LIBRARIES)) {
  test(`with ${library}, messages that others publish neither end a server nor reach its players`, async (t) => {
    const { client, say } = make();
    const { url, server } = await serve(t, { games: [game], transport: new SocketIO({ socketAdapter: createAdapter(client, client) }) });
    const player = await WIRES["socket.io, as Rondel's client"](url, 'cards');
    player.send('sync', 'm', '0', undefined, 2);
    await until(() => player.heard.some((heard) => heard.includes('table')));
    const before = player.heard.length;
    for (const namespace of ['//rondel/nodes', '/cards', '/']) {
      for (const [part, messages] of Object.entries(MALFORMED)) {
        for (const message of messages) say(`socket.io${part}#${namespace}#`, message);
        await nextTask();
      }
      // Well-formed messages that no server would send.
      const packet = { type: 2, nsp: namespace, data: ['rondel', 'forged'] };
      say(`socket.io#${namespace}#`, encode(['another', packet, { ...all, flags: {} }]));
      say(`socket.io-request#${namespace}#`, text({ type: 7, requestId: 'b', packet, opts: all }));
      say(`socket.io-request#${namespace}#`, text({ type: 4, opts: all, close: true }));
    }
    await nextTask();
    player.send('update', { type: 'MAKE_MOVE', payload: { type: 'play', args: [], playerID: '0' } }, 0, 'm', '0');
    await until(() => player.heard.length > before);
    assert.ok(player.heard.every((heard) => !heard.includes('forged')));
    assert.equal(server.db.fetch('m', { state: true }).state.G.table, 1);
    assert.equal(player.socket.readyState, 1);
  });
}
