// Encoded events for clients of socket.io: they arrive as if `emit` had sent them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test from 'node:test';
import { Server } from 'socket.io';
import { SocketIO } from 'rondel/server';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-parser';
import { commonEvents, textEvent } from '../../../pkg-server/lib/encoded-event.js';

/** Number of bytes around a text of one-byte characters in an engine.io message. */
const AROUND = '42/game,["text",""]'.length;
const LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 70_000].map((length) => Math.max(0, length - AROUND));
const TEXTS = [...LENGTHS.map((length) => 'x'.repeat(length)), '["quoted", {"a":"b\\n"}]', 'ä', 'ä€😀'.repeat(50), 'é'.repeat(40_000), '\u2028'];

for (const transport of ['websocket', 'polling']) {
  test(`texts of all lengths and characters arrive by ${transport}, in order with what is emitted`, async (t) => {
    const { socket, heard } = await connect(t, { transport });
    const send = textEvent(socket, 'text');
    for (const [i, text] of TEXTS.entries()) {
      send(text);
      socket.emit('text', i);
    }
    assert.deepEqual(await heard(TEXTS.length * 2), TEXTS.flatMap((text, i) => [text, i]));
  });
}

test('frames that may be compressed arrive as well', async (t) => {
  const { socket, heard } = await connect(t, { options: { perMessageDeflate: { threshold: 0 } } });
  const send = textEvent(socket, 'text');
  for (const text of TEXTS) send(text);
  assert.deepEqual(await heard(TEXTS.length), TEXTS);
});

test("listeners to outgoing packets are called, and another parser's packets are its own", async (t) => {
  const encoded = [];
  class Encoder extends parser.Encoder {
    encode(packet) {
      encoded.push(packet.data);
      return super.encode(packet);
    }
  }
  for (const options of [{}, { parser: { ...parser, Encoder } }]) {
    const { socket, heard } = await connect(t, { options });
    const send = textEvent(socket, 'text', options.parser);
    const sent = [];
    send('before');
    socket.onAnyOutgoing((...args) => sent.push(args));
    send('a');
    commonEvents(socket.nsp, options.parser)('text', 'b').sendTo(socket);
    assert.deepEqual(await heard(3), ['before', 'a', 'b']);
    assert.deepEqual(sent, [['text', 'a'], ['text', 'b']]);
  }
  assert.deepEqual(encoded.slice(-3), [['text', 'before'], ['text', 'a'], ['text', 'b']]);
});

for (const options of [{}, { parser }]) {
  test(`events for all clients arrive by each transport as if emitted, ${options.parser ? 'with a custom parser' : 'in one frame'}`, async (t) => {
    for (const transport of ['websocket', 'polling']) {
      const { socket, heard } = await connect(t, { transport, options });
      const event = commonEvents(socket.nsp, options.parser);
      for (const text of TEXTS) {
        event('text', { text }).sendTo(socket);
        socket.emit('text', { text });
      }
      assert.deepEqual(await heard(TEXTS.length * 2), TEXTS.flatMap((text) => [{ text }, { text }]));
    }
  });
}

test('a text is lost on a connection that has ended', async (t) => {
  const { socket, client } = await connect(t, {});
  const send = textEvent(socket, 'text');
  const gone = once(socket, 'disconnect');
  client.disconnect();
  await gone;
  send('late');
});

/** A connection: both ends, and a wait for what the client has received. */
async function connect(t, { transport = 'websocket', options = {} }) {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const server = new Server(httpServer, options);
  const connected = new Promise((done) => server.of('game').on('connection', done));
  const client = io(`http://127.0.0.1:${httpServer.address().port}/game`, { transports: [transport] });
  t.after(() => {
    client.close();
    return server.close();
  });
  const texts = [];
  client.on('text', (text) => texts.push(text));
  const heard = async (count) => {
    while (texts.length < count) await new Promise((done) => client.once('text', done));
    return texts;
  };
  return { socket: await connected, client, heard };
}

test('an option that buffers messages for disconnected clients is refused', () => {
  const socketOpts = { connectionStateRecovery: { maxDisconnectionDuration: 1000 } };
  assert.throws(() => new SocketIO({ socketOpts }), { code: 'server/transport', message: /connectionStateRecovery buffers messages/ });
});
