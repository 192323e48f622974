// Slow: it sends many megabytes. Messages and bodies that arrive incompletely: their size and their duration are limited.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import test from 'node:test';
import { IncompleteMessages } from '../../../pkg-server/lib/incomplete-messages.js';
import { WIRES, dial, handshake } from './raw.mjs';
import { until } from './support.mjs';
import { serveWithTimeouts } from './timeouts.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const BIG = 900_000;

/** socket.io has its own timeout for it. */
const PROBE = "a WebSocket that socket.io's polls would become";
/** Functions that open a message of a given size, by transport. Each resolves to the socket and the start of the message. */
const BEGINNERS = {
  'a WebSocket': (t, url) => openMessages(t, url, '/ws/nim', { first: '' }),
  "socket.io's WebSocket": (t, url) => openMessages(t, url, '/socket.io/?EIO=4&transport=websocket', { first: '40/nim,' }),
  [PROBE]: async (t, url) => openMessages(t, url, `${await polling(url)}&transport=websocket`, { first: '2probe' }),
  "socket.io's polling": async (t, url) => openBodies(t, url, `${await polling(url)}&transport=polling`),
  'the lobby': (t, url) => openBodies(t, url, '/games/nim/m/leave'),
};

for (const [wire, open] of Object.entries(BEGINNERS)) {
  test(`over ${wire}, incomplete messages are cut before they fill the memory, the biggest first`, async (t) => {
    const { url, post, cuts } = await watched(t);
    const [modest, ...greedy] = await Promise.all(Array.from({ length: 81 }, () => open(t, url)));
    modest.begin(5000);
    for (const { begin } of greedy) begin(BIG);
    await until([], () => greedy.filter(({ socket }) => socket.destroyed).length >= 80 - 60);
    assert.deepEqual([...new Set(cuts)], ['unfinished']);
    assert.equal(modest.socket.destroyed, false);
    assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
  });

  test(`over ${wire}, a message that is not complete in time is cut`, { skip: wire === PROBE }, async (t) => {
    const { url, cuts, expire } = await watched(t);
    const { socket, begin } = await open(t, url);
    const closed = once(socket, 'close');
    await expire(() => begin(5000));
    await closed;
    assert.deepEqual(cuts, ['slow']);
  });
}

for (const [wire, connect] of Object.entries(WIRES).filter(([name]) => name !== 'socket.io')) {
  test(`over ${wire}, a player whose message was not complete in time learns the reason after reconnecting`, async (t) => {
    const { url, cuts, expire } = await watched(t);
    const sit = async () => {
      const client = await connect(url, 'nim');
      t.after(() => client.socket.terminate());
      client.send('sync', 'm', '0', undefined, 2);
      await until([], () => client.heard.some((text) => text.includes('sync')));
      return client;
    };
    const { socket } = await sit();
    const closed = once(socket, 'close');
    await expire(() => socket._socket.write(frame('x'.repeat(5000)).subarray(0, -1)));
    await closed;
    const { heard } = await sit();
    await until([], () => heard.some((text) => text.includes('match/limited')));
    assert.match(heard.find((text) => text.includes('match/limited')), /a message took too long to arrive/);
    assert.deepEqual(cuts, ['slow']);
  });
}

test('a spectator does not receive the reason for the cut of another one at the same address', async (t) => {
  const { url, cuts, expire } = await watched(t);
  const spectate = async () => {
    const client = await WIRES['a WebSocket'](url, 'nim');
    t.after(() => client.socket.terminate());
    client.send('sync', 'm', null, undefined, 2);
    await until([], () => client.heard.some((text) => text.includes('sync')));
    return client;
  };
  const { socket } = await spectate();
  const closed = once(socket, 'close');
  await expire(() => socket._socket.write(frame('x'.repeat(5000)).subarray(0, -1)));
  await closed;
  const { heard } = await spectate();
  assert.deepEqual(cuts, ['slow']);
  assert.deepEqual(heard.filter((text) => text.includes('match/limited')), []);
});

test('the lobby says why it does not wait for the rest of a body', async (t) => {
  const { url, expire } = await watched(t);
  const { socket, begin } = await openBodies(t, url, '/games/nim/create');
  let answer = '';
  socket.on('data', (data) => { answer += data; });
  const closed = once(socket, 'close');
  await expire(() => begin(5000));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 408 Request Timeout/);
});

test('fragments of incomplete messages count', async (t) => {
  const { url, cuts } = await watched(t, { limits: { messages: { size: 20_000_000 } } });
  const fragments = Buffer.concat(Array.from({ length: 4900 }, (_, i) => frame('x', { isFirst: i === 0, isLast: false })));
  const greedy = await Promise.all(Array.from({ length: 45 }, () => upgrade(t, url, '/ws/nim')));
  for (const socket of greedy) socket.write(fragments);
  await until([], () => cuts.length > 0);
  assert.deepEqual([...new Set(cuts)], ['unfinished']);
});

test('a message of more fragments than its size needs closes its connection', async (t) => {
  const events = [];
  const { url } = await watched(t, { watch: (event) => events.push(event) });
  const socket = await upgrade(t, url, '/ws/nim');
  const closed = once(socket, 'close');
  socket.write(Buffer.concat(Array.from({ length: 310 }, (_, i) => frame('x', { isFirst: i === 0, isLast: false }))));
  await closed;
  assert.deepEqual(events.filter(({ type }) => type === 'cut').map(({ why, limit }) => [why, limit]), [['size', undefined]]);
});

test('messages in fragments and with pings in between are incomplete until they end', async (t) => {
  const { url, cuts, running, tick } = await watched(t);
  const connected = once(running.appServer, 'connection');
  const socket = await upgrade(t, url, '/ws/nim');
  const [received] = await connected;
  /** Waits until the server has read everything. */
  const send = async (bytes) => {
    socket.write(bytes);
    await until([], () => received.bytesRead === socket.bytesWritten);
  };
  const ping = frame('ping', { kind: 9 });
  const message = [frame('a', { isLast: false }), ping, frame('b'.repeat(70_000), { isFirst: false, isLast: false }), frame('c', { isFirst: false })];
  const bytes = Buffer.concat([frame(''), ...message, frame('d'.repeat(200)), ping, frame('e'.repeat(70_000)), ping.subarray(0, 3)]);
  for (const size of [70_000, 30_000, bytes.length]) {
    for (let at = 0; at < bytes.length; at += size) {
      await send(bytes.subarray(at, at + size));
      tick(2000);
    }
    await send(ping.subarray(3));
    // Longer than an incomplete message may take.
    tick(20_000);
    assert.deepEqual(cuts, []);
  }
  const closed = once(socket, 'close');
  await send(Buffer.concat([frame('whole'), ping, message[0], message[1], message[2].subarray(0, 8000)]));
  tick(20_000);
  await closed;
  assert.deepEqual(cuts, ['slow']);
});

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, complete big messages do not count any more`, async (t) => {
    const { url, cuts } = await watched(t, { limits: { messages: { size: 1_000_000, rate: 1e9, burst: 1e9 } } });
    const client = await open(url, 'nim');
    for (let i = 0; i < 80; i += 1) client.send('unknown', 'x'.repeat(BIG));
    client.send('sync', 'm', '0', undefined, 2);
    await until([], () => client.heard.some((text) => /\\?"n\\?":0/.test(text)));
    assert.deepEqual(cuts, []);
  });
}

test('an incomplete message has ten seconds, and more time as it grows', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told = [];
  const unfinished = new IncompleteMessages();
  const begin = (name) => {
    const one = { isCut: false, come: 10 };
    const cut = (why) => {
      one.isCut = true;
      told.push([name, why]);
    };
    Object.assign(one, unfinished.open({ size: () => 10, received: () => one.come, cut }));
    return one;
  };
  const [idle, steady, over] = ['idle', 'steady', 'over'].map(begin);
  for (let second = 1; second <= 30; second += 1) {
    if (second === 5) over.close();
    t.mock.timers.tick(1000);
    assert.equal(idle.isCut, second > 10);
    steady.come += 100_000;
  }
  assert.equal(steady.isCut, false);
  // Three million bytes extend the deadline by a few minutes.
  for (let second = 1; second <= 300; second += 1) t.mock.timers.tick(1000);
  assert.deepEqual([idle, steady, over].map(({ isCut }) => isCut), [true, true, false]);
  assert.deepEqual(told, [['idle', 'slow'], ['steady', 'slow']]);
});

test('bodies whose declared length exceeds the number range use up nothing after they have ended', () => {
  const unfinished = new IncompleteMessages();
  const open = (length) => {
    const request = Object.assign(new EventEmitter(), { headers: { 'content-length': String(length) }, socket: { bytesRead: 0 } });
    const one = { isCut: false };
    return Object.assign(one, unfinished.openBody(request, () => { one.isCut = true; }));
  };
  // A number of this size is a multiple of 2048: adding this number of bytes would round up a sum each time.
  const huge = 2 ** 63;
  for (let sum = 0; sum < 51_000_000;) {
    const bytes = (3073 - (sum % 2048)) % 2048;
    const beside = open(bytes);
    assert.equal(open('9223372036854775808').isCut, true);
    beside.close();
    sum = sum + bytes + huge - huge - bytes;
  }
  const modest = open(5000);
  assert.equal(modest.isCut, false);
  modest.close();
});

/** A server, and the reasons for its cuts. */
const watched = (t, options) => serveWithTimeouts(t, { games: [game], ...options });

/** A session that has sent a message: the server closes silent ones. */
async function polling(url) {
  const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
  const path = `/socket.io/?EIO=4&sid=${JSON.parse((await answer.text()).slice(1)).sid}`;
  await fetch(`${url}${path}&transport=polling`, { method: 'POST', body: '40/nim,' });
  return path;
}

/** A WebSocket that has sent a message: the server closes silent ones. */
async function openMessages(t, url, path, { first }) {
  const socket = await upgrade(t, url, path);
  socket.write(frame(first));
  return { socket, begin: (size) => socket.write(frame('x'.repeat(size)).subarray(0, -1)) };
}

async function openBodies(t, url, path) {
  const socket = await dial(t, url);
  socket.resume();
  const head = `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n`;
  return { socket, begin: (size) => socket.write(`${head}Content-Length: ${size + 1}\r\n\r\n${'x'.repeat(size)}`) };
}

async function upgrade(t, url, path) {
  const socket = await dial(t, url);
  socket.write(handshake(path));
  await once(socket, 'data');
  socket.resume();
  return socket;
}

/** A frame as clients send it, with a mask of zeros. */
function frame(text, { isFirst = true, isLast = true, kind = 1 } = {}) {
  const { length } = text;
  const head = [(isLast ? 0x80 : 0) + (isFirst ? kind : 0), 0x80 + (length < 126 ? length : length < 65_536 ? 126 : 127)];
  const size = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (size.length === 2) size.writeUInt16BE(length);
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([Buffer.from(head), size, Buffer.alloc(4), Buffer.from(text)]);
}
