// Hostile use of socket.io's own protocol: the server keeps and does nothing beyond its limits.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { WebSocket } from 'ws';
import { WIRES, dial } from './raw.mjs';
import { serveWatched } from './serve.mjs';
import { until } from './support.mjs';
import { serveWithTimeouts } from './timeouts.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const ATTACHMENT = Buffer.alloc(90_000);

/** A server, and the reasons for its cuts. */
const watched = (t, options) => serveWatched(t, { games: [game], ...options });

test('incomplete attachments are kept only up to a limit', async (t) => {
  const { url, cuts } = await watched(t, { limits: { messages: { burst: 1e6 } } });
  const clients = await Promise.all(Array.from({ length: 80 }, () => WIRES['socket.io'](url, 'nim')));
  const tens = ['10', '1e1', '0xA', '00000000000000000010', '10.0', ' 10'];
  for (const [i, { socket }] of clients.entries()) {
    socket.send(`45${tens[i % tens.length]}-/nim,["x",{"_placeholder":true,"num":0}]`);
    for (let n = 0; n < 9; n += 1) socket.send(ATTACHMENT);
  }
  await until([], () => cuts.length >= 80 - 62);
  assert.deepEqual([...new Set(cuts)], ['unfinished']);
});

test('attachments that do not arrive in time end their connection', async (t) => {
  const { url, cuts, expire } = await serveWithTimeouts(t, { games: [game] });
  const { socket } = await WIRES['socket.io'](url, 'nim');
  const closed = once(socket, 'close');
  await expire(() => socket.send('451-/nim,["x",{"_placeholder":true,"num":0}]'));
  await closed;
  assert.deepEqual(cuts, ['slow']);
});

test("complete attachments reach a namespace of the operator's own", async (t) => {
  const { url, server, cuts } = await watched(t);
  const heard = new Promise((done) => { server.transport.io.of('/files').on('connection', (socket) => socket.on('file', done)); });
  const { socket } = await WIRES['socket.io'](url, 'nim');
  socket.send('40/files,');
  await once(socket, 'message');
  for (let n = 0; n < 3; n += 1) {
    socket.send('451-/files,["file",{"_placeholder":true,"num":0}]');
    socket.send(ATTACHMENT);
  }
  assert.equal((await heard).length, ATTACHMENT.length);
  assert.deepEqual(cuts, []);
});

test('an empty message ends its connection, and nothing else', async (t) => {
  const { url } = await watched(t);
  for (const empty of ['4', 'b', '4\x1e', Buffer.alloc(0)]) {
    const { socket } = await WIRES['socket.io'](url, 'nim');
    socket.send(empty);
    socket.send('4');
    await once(socket, 'close');
  }
  assert.ok(await WIRES['socket.io'](url, 'nim'));
});

test('a client that repeatedly probes for an upgrade is cut', async (t) => {
  const { url, cuts } = await watched(t);
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(polls)).text()).slice(1));
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`);
  let pongs = 0;
  socket.on('message', () => { pongs += 1; });
  socket.on('error', () => {});
  await once(socket, 'open');
  for (let i = 0; i < 1000; i += 1) socket.send('2probe');
  await once(socket, 'close');
  assert.deepEqual(cuts, ['rate']);
  assert.ok(pongs <= 2, `${pongs} pongs`);
  assert.equal((await fetch(`${polls}&sid=${sid}`)).status, 400);
});

test('a poll with more packets than the burst limit is cut before the packets are created', async (t) => {
  const { url, cuts } = await watched(t, { limits: { messages: { size: 1_000_000 } } });
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const open = async () => `${polls}&sid=${JSON.parse((await (await fetch(polls)).text()).slice(1)).sid}`;
  const send = (at, packets) => fetch(at, { method: 'POST', body: packets.join('\x1e') }).then(({ status }) => status, () => 'cut');
  for (const packet of ['4', '3', 'b', '6', '']) {
    const at = await open();
    await send(at, Array(400_000).fill(packet));
    assert.equal((await fetch(at)).status, 400, packet);
  }
  assert.deepEqual([...new Set(cuts)], ['rate']);
  const at = await open();
  assert.equal(await send(at, Array(1000).fill('3')), 200);
  assert.equal(await send(at, ['40/nim,']), 200);
  assert.match(await (await fetch(at)).text(), /40\/nim,/);
});

test('a client that sends another poll after one larger than limits.messages.size is cut', async (t) => {
  const { url, cuts } = await watched(t, { limits: { messages: { size: 10_000 } } });
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const at = `${polls}&sid=${JSON.parse((await (await fetch(polls)).text()).slice(1)).sid}`;
  const send = async (body) => (await fetch(at, { method: 'POST', body })).status;
  assert.equal(await send('40/nim,'), 200);
  assert.equal(await send('x'.repeat(20_000)), 413);
  await until([], () => cuts.length > 0);
  assert.deepEqual(cuts, ['size']);
  assert.equal(await send('40/nim,'), 400);
});

test('a client that requests only namespaces that do not exist is closed after twenty seconds', async (t) => {
  const { url, cuts, tick } = await serveWithTimeouts(t, { games: [game] });
  const { socket, heard } = await WIRES['socket.io'](url, 'elsewhere');
  const refusals = () => heard.filter((text) => text.startsWith('44/elsewhere,')).length;
  await until([], () => refusals() === 1);
  tick(19_000);
  socket.send('40/elsewhere,');
  await until([], () => refusals() === 2);
  const closed = once(socket, 'close');
  tick(1000);
  await closed;
  assert.deepEqual(cuts, []);
});

test('a client that pings and does not poll for the pongs is cut when there are too many', async (t) => {
  const { url, cuts } = await watched(t);
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(polls)).text()).slice(1));
  const send = (packets) => fetch(`${polls}&sid=${sid}`, { method: 'POST', body: packets.join('\x1e') }).then(({ status }) => status, () => 'cut');
  assert.equal(await send(['40/nim,']), 200);
  assert.equal(await send(Array(300).fill('42/nim,1["probe"]')), 200);
  assert.deepEqual(cuts, []);
  await send(Array(300).fill('42/nim,1["probe"]'));
  await until([], () => cuts.length > 0);
  assert.deepEqual(cuts, ['backlog']);
});

test('a client that requests a namespace repeatedly at once is cut before as many sockets are created', async (t) => {
  const { url, server, cuts, post } = await watched(t);
  const asking = Array(1900).fill('40/nim,');
  const namespace = server.transport.io.of('/nim');
  let most = 0;
  namespace.on('connection', () => { most = Math.max(most, namespace.sockets.size); });
  const polls = `${url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(polls)).text()).slice(1));
  await fetch(`${polls}&sid=${sid}`, { method: 'POST', body: asking.join('\x1e') }).catch(() => {});
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  socket.on('error', () => {});
  await once(socket, 'open');
  for (const one of asking) socket.send(one);
  await once(socket, 'close');
  await until([], () => cuts.length > 1);
  assert.deepEqual(cuts, ['rate', 'rate']);
  assert.ok(most <= 50, `${most} sockets`);
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
});

for (const namespace of ['/nim', '/', '/files', '/rooms/7']) {
  for (const event of ['sync', 'nothing']) {
    test(`an event "${event}" of more values than fit on the stack ends its connection, and no process, in ${namespace}`, async (t) => {
      const { url, server, cuts, post } = await watched(t);
      server.transport.io.of('/files');
      server.transport.io.of(/^\/rooms/);
      const { socket } = await WIRES['socket.io'](url, 'nim');
      if (namespace !== '/nim') {
        socket.send(`40${namespace},`);
        await once(socket, 'message');
      }
      socket.send(`42${namespace},["${event}"${',0'.repeat(200_000)}]`);
      await once(socket, 'close');
      assert.deepEqual(cuts, ['rate']);
      assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
    });
  }
}

test('a body for a session by the name of a prototype\'s member ends its own connection alone', async (t) => {
  const { url, cuts, post } = await watched(t);
  for (const sid of ['__proto__', 'constructor', 'none']) {
    const socket = await dial(t, url);
    const ended = once(socket, 'close');
    socket.resume();
    socket.write(`POST /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\nabc`);
    await ended;
  }
  assert.deepEqual(cuts, ['unfinished', 'unfinished', 'unfinished']);
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
});
