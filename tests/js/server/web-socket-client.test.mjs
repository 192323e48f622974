// The client's end of a WebSocket: its reconnects, and its detection of a dead server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WebSocketTransport } from 'rondel/multiplayer';

/** A transport with fake sockets; `tick(ms)` advances time. `sockets` are all that it has opened. */
function dial(t, { url = 'https://play.example/', gameName = 'cards' } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sockets = [];
  class StandIn {
    sent = [];

    constructor(address) {
      this.address = address;
      sockets.push(this);
    }

    send(text) {
      this.sent.push(text);
    }

    close() {
      this.isClosed = true;
    }
  }
  const heard = [];
  const transport = WebSocketTransport({ url, WebSocket: StandIn })({ gameName, matchID: 'm', playerID: '0', transportDataCallback: (data) => heard.push(data) });
  const statuses = [];
  transport.subscribeToConnectionStatus(() => statuses.push(transport.isConnected));
  t.after(() => transport.disconnect());
  transport.connect();
  return { transport, heard, statuses, sockets, tick };

  /** In steps: otherwise a timer that another one has started is late. */
  function tick(ms) {
    for (let left = ms; left > 0; left -= 500) t.mock.timers.tick(Math.min(left, 500));
  }
}

test('it connects to the path of its game', (t) => {
  for (const [url, address] of [
    ['https://play.example/', 'wss://play.example/ws/a%20b'], ['http://localhost:8000', 'ws://localhost:8000/ws/a%20b'],
    ['localhost:8000', 'ws://localhost:8000/ws/a%20b'], ['wss://play.example/base', 'wss://play.example/base/ws/a%20b'],
  ]) {
    const { sockets } = dial(t, { url, gameName: 'a b' });
    assert.equal(sockets[0].address, address);
    t.mock.timers.reset();
  }
});

test('a relative path belongs to the server of the page', (t) => {
  t.after(() => { delete globalThis.location; });
  globalThis.location = /** @type {any} */ ({ origin: 'https://page.example' });
  for (const [url, address] of [['/play/', 'wss://page.example/play/ws/nim'], ['', 'wss://page.example/ws/nim']]) {
    assert.equal(dial(t, { url, gameName: 'nim' }).sockets[0].address, address);
    t.mock.timers.reset();
  }
});

test('a missing server is retried forever, with growing pauses', (t) => {
  const { sockets, tick, statuses } = dial(t);
  const pauses = [];
  for (let i = 0; i < 12; i += 1) {
    const before = sockets.length;
    sockets.at(-1).onclose();
    let pause = 0;
    while (sockets.length === before) {
      tick(10);
      pause += 10;
    }
    pauses.push(pause);
  }
  pauses.forEach((pause, i) => {
    const longest = Math.min(5000, 500 * 2 ** i);
    assert.ok(pause >= longest / 2 && pause <= longest + 10, `${i}: ${pause}`);
  });
  assert.ok(statuses.every((isConnected) => !isConnected));
});

test('it syncs when it is connected, and sends nothing while it is not', (t) => {
  const { transport, sockets, statuses } = dial(t);
  transport.requestSync();
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].onopen();
  assert.deepEqual([sockets[0].sent, statuses], [['{"type":"sync","args":["m","0",null,2]}'], [true]]);
  sockets[0].onclose();
  transport.requestSync();
  assert.deepEqual([sockets[0].sent.length, statuses], [1, [true, false]]);
});

test('the back-off resets once the server has sent a message, and not when it has only accepted the connection', (t) => {
  const { sockets, tick } = dial(t);
  for (let i = 0; i < 6; i += 1) {
    sockets.at(-1).onopen();
    sockets.at(-1).onclose();
    tick(5000);
  }
  sockets.at(-1).onopen();
  sockets.at(-1).onclose();
  const count = sockets.length;
  tick(2400);
  assert.equal(sockets.length, count);
  tick(5000);
  sockets.at(-1).onopen();
  sockets.at(-1).onmessage({ data: '' });
  sockets.at(-1).onclose();
  const before = sockets.length;
  tick(500);
  assert.equal(sockets.length, before + 1);
});

test('a silent server gets a ping, soon and then rarely, and the client closes the connection if it does not answer', (t) => {
  const { sockets, tick, statuses } = dial(t);
  const asked = () => sockets[0].sent.filter((text) => text === '').length;
  sockets[0].onopen();
  for (const [i, silence] of [2000, 4000, 8000, 16_000, 20_000, 20_000].entries()) {
    tick(silence - 1);
    assert.equal(asked(), i);
    tick(1);
    assert.equal(asked(), i + 1);
    sockets[0].onmessage({ data: '' });
  }
  // If something arrives, more may be missing soon.
  sockets[0].onmessage({ data: '{"type":"chat","args":["m",{}]}' });
  tick(2000);
  assert.deepEqual([asked(), statuses], [7, [true]]);
  tick(2000);
  assert.deepEqual([statuses, sockets[0].isClosed], [[true, false], true]);
  tick(500);
  assert.equal(sockets.length, 2);
  // The old socket receives nothing more.
  sockets[0].onclose();
  sockets[0].onopen();
  sockets[0].onmessage({ data: '{"type":"chat","args":["m",{}]}' });
  assert.deepEqual([sockets.length, statuses], [2, [true, false]]);
});

test('a failed attempt is followed by another one with more time', (t) => {
  const { sockets, tick } = dial(t);
  for (const [i, patience] of [4000, 8000, 16_000, 16_000].entries()) {
    tick(patience - 1);
    assert.deepEqual([sockets.length, sockets[i].isClosed], [i + 1, undefined]);
    tick(1);
    assert.ok(sockets[i].isClosed);
    while (sockets.length === i + 1) tick(10);
  }
});

test('attempts that are refused at once leave the next one as much time as the first', (t) => {
  const { sockets, tick } = dial(t);
  for (let i = 0; i < 6; i += 1) {
    sockets[i].onclose();
    while (sockets.length === i + 1) tick(10);
  }
  tick(3980);
  assert.equal(sockets[6].isClosed, undefined);
  tick(20);
  assert.ok(sockets[6].isClosed);
});

test('a page that was busy when the answer arrived handles it', (t) => {
  const { sockets, tick, statuses } = dial(t);
  sockets[0].onopen();
  tick(2000);
  sockets[0].onmessage({ data: '' });
  tick(4000);
  // One timer was late, and the received message is handled after it.
  tick(500);
  sockets[0].onmessage({ data: '' });
  assert.deepEqual(statuses, [true]);
});

test('a page whose network is back, or that is visible again, retries at once', (t) => {
  const listeners = {};
  const { addEventListener, removeEventListener } = globalThis;
  globalThis.addEventListener = (name, listener) => { listeners[name] = listener; };
  globalThis.removeEventListener = (name) => { delete listeners[name]; };
  t.after(() => Object.assign(globalThis, { addEventListener, removeEventListener }));
  const { transport, sockets, tick } = dial(t);
  for (let i = 0; i < 8; i += 1) {
    sockets.at(-1).onclose();
    tick(5000);
  }
  sockets.at(-1).onclose();
  const count = sockets.length;
  listeners.online();
  assert.equal(sockets.length, count + 1);
  listeners.online();
  assert.equal(sockets.length, count + 1, 'one attempt at a time');
  sockets.at(-1).onopen();
  listeners.online();
  assert.equal(sockets.at(-1).sent.at(-1), '', 'a connection may be dead without a word');
  transport.disconnect();
  assert.deepEqual(listeners, {});
});

test('a stopped client does not retry', (t) => {
  const { transport, sockets, tick } = dial(t);
  sockets[0].onclose();
  transport.disconnect();
  tick(60_000);
  assert.equal(sockets.length, 1);
  transport.connect();
  assert.equal(sockets.length, 2);
});

test('a message that no master sends is dropped', (t) => {
  const { sockets, heard } = dial(t);
  sockets[0].onopen();
  for (const data of ['', '{', 'null', '7', '{"type":"sync"}', '[]', undefined, {}, new ArrayBuffer(8)]) sockets[0].onmessage({ data });
  assert.deepEqual(heard, []);
});

test('without a WebSocket, global or given, the error says what to do', (t) => {
  const { WebSocket } = globalThis;
  t.after(() => { globalThis.WebSocket = WebSocket; });
  delete globalThis.WebSocket;
  assert.throws(() => WebSocketTransport()({ transportDataCallback() {} }), { code: 'client/websocket', message: /pass one as the option WebSocket, for example that of the package ws/ });
});
