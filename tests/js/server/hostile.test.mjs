// Slow: it floods a server. Hostile sockets: whatever they send, the process and other matches continue, and no client receives what is not for it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import fc from 'fast-check';
import { createMatch } from 'rondel/internal';
import { WebSocket } from 'ws';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { secretive } from '../master/games.mjs';
import { anything, forged, often, playerID } from '../master/hostile-messages.mjs';
import { event, move } from '../master/support.mjs';
import { silence } from '../support/console.mjs';
import { WIRES, handshake, sendBytes } from './raw.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

/** Effectively no rate limits: another test covers them. */
const PATIENT = { messages: { rate: 1e6, burst: 1e6 }, chat: { rate: 1e6, burst: 1e6 } };

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, the matches of others continue, whatever a client sends`, async (t) => {
    silence(t);
    const { url, honest } = await begun(t, { limits: PATIENT });
    const arg = often(fc.constantFrom('m', '0', '1', 2, null));
    const update = fc.tuple(fc.constant('update'), forged, often(fc.nat(5)), arg, playerID);
    const about = fc.oneof(anything, fc.record({ version: anything, known: anything }));
    const sync = fc.tuple(fc.constant('sync'), arg, playerID, anything, anything, about);
    const chat = fc.tuple(fc.constant('chat'), arg, often(fc.record({ id: anything, sender: playerID, payload: anything })), anything);
    const other = fc.tuple(fc.oneof(fc.string(), fc.constantFrom('error', 'rondel', 'connect', 'disconnect', '__proto__', 'constructor')), anything);
    await fc.assert(fc.asyncProperty(fc.array(fc.oneof(update, sync, chat, other), { minLength: 5, maxLength: 30 }), async (messages) => {
      const { socket, send } = await open(url, 'secretive');
      for (const message of messages) {
        try {
          send(...message);
        } catch {
          // JSON cannot represent it.
        }
      }
      await honest.goesOn();
      socket.terminate();
    }), { numRuns: 30 });
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  test(`over ${wire}, no client receives credentials, and strangers receive nothing`, async (t) => {
    silence(t);
    const { url, db, hub } = await serve(t, { games: [secretive()], limits: PATIENT, auth: AUTH });
    const match = createMatch({ game: secretive() });
    for (const id of ['0', '1']) match.metadata.players[id].credentials = `CREDENTIALS-${id}`;
    db.createMatch('m', match);
    const [p0, p1, stranger, spectator] = await Promise.all([0, 1, 2, 3].map(() => open(url, 'secretive')));
    for (const [id, { send }] of [['0', p0], ['1', p1]]) send('sync', 'm', id, `CREDENTIALS-${id}`, 2);
    stranger.send('sync', 'm', '0', 'CREDENTIALS', 2);
    stranger.send('sync', 'm', '1', undefined, 2);
    spectator.send('sync', 'm', null, undefined, 2);
    await until([], () => [p0, p1, spectator].every(({ heard }) => heard.some((text) => text.includes('cells'))));
    const own = [move('place', '0', [1]), move('whisper', '0', ['SECRET-whisper-0']), move('explode', '0'), event('endTurn', '0'), move('never', '0')];
    for (let stateID = 0; stateID < 12; stateID += 1) {
      for (const action of own) {
        const { payload } = action;
        p0.send('update', { ...action, payload: { ...payload, credentials: 'CREDENTIALS-0' } }, stateID, 'm', '0');
        stranger.send('update', { ...action, payload: { ...payload, credentials: 'CREDENTIALS-1' } }, stateID, 'm', '0');
      }
    }
    p0.send('chat', 'm', { id: 'c', sender: '0', payload: 'hello' }, 'CREDENTIALS-0');
    stranger.send('chat', 'm', { id: 'c', sender: '1', payload: 'forged' }, 'CREDENTIALS-0');
    await until([], () => [p0, p1, spectator].every(({ heard }) => heard.some((text) => text.includes('hello'))));
    await hub('secretive').sendMatchData('m');
    const texts = { 0: p0, 1: p1, stranger, spectator };
    for (const [who, { heard }] of Object.entries(texts)) {
      const text = heard.join('\n');
      assert.doesNotMatch(text, /CREDENTIALS|forged|prngstate/, who);
      assert.doesNotMatch(text, new RegExp(`SECRET-(deck|seed|(hand|diary|whisper)-[^${who[0]}])`), who);
    }
    assert.doesNotMatch(stranger.heard.join(''), /cells/);
    assert.match(p0.heard.join(''), /SECRET-hand-0/);
  });

  test(`over ${wire}, a flood ends only its own connection`, async (t) => {
    silence(t);
    const { url, honest } = await begun(t, { limits: { messages: { rate: 50, burst: 300 } } });
    const flood = await open(url, 'secretive');
    const ended = once(flood.socket, 'close');
    for (let i = 0; i < 5000; i += 1) flood.send('update', move('place', '0', [1]), i, 'm', '0');
    await ended;
    await honest.goesOn();
  });

  test(`over ${wire}, a client that does not read is cut, and the others read on`, async (t) => {
    silence(t);
    const { url, honest } = await begun(t, { limits: { ...PATIENT, unread: { connection: 100_000 } } });
    const [slow, talker] = [await open(url, 'secretive'), await open(url, 'secretive')];
    slow.send('sync', 'm', null, undefined, 2);
    talker.send('sync', 'm', '0', undefined, 2);
    await until([], () => slow.heard.length > 1);
    slow.socket.pause();
    const ended = once(slow.socket, 'close');
    const payload = 'x'.repeat(9000);
    for (let i = 0; i < 3000; i += 1) {
      talker.send('chat', 'm', { id: `c${i}`, sender: '0', payload }, undefined);
      // A client that does not read its own chat messages is cut as well.
      if (i % 10 === 9) await until([], () => talker.heard.length > i);
    }
    // The client receives the contents of its own buffers, and then the end.
    slow.socket.resume();
    await ended;
    assert.ok(slow.heard.length < 2900, `${slow.heard.length} messages`);
    await honest.goesOn();
  });

  test(`over ${wire}, a client that pings too often, or does not read the pongs, is cut`, async (t) => {
    silence(t);
    const { app, url, honest } = await begun(t, { limits: { messages: { rate: 50, burst: 300 } } });
    const often = await open(url, 'secretive');
    const ended = once(often.socket, 'close');
    for (let i = 0; i < 5000; i += 1) often.socket.ping();
    await ended;
    app.context.limits.of = { ...app.context.limits.of, ...PATIENT, unread: { connection: 100_000, total: Infinity } };
    const slow = await open(url, 'secretive');
    slow.socket.pause();
    const cut = new Promise((resolve) => { app.context.limits.watch = ({ type, why }) => type === 'cut' && resolve(why); });
    const ask = setInterval(() => {
      if (slow.socket.bufferedAmount > 1e6) return;
      for (let i = 0; i < 5000; i += 1) slow.socket.ping('x'.repeat(120));
    }, 5);
    assert.equal(await cut, 'backlog');
    clearInterval(ask);
    await honest.goesOn();
  });

  test(`over ${wire}, an oversized message ends only its own connection`, async (t) => {
    silence(t);
    const { url, honest } = await begun(t);
    const client = await open(url, 'secretive');
    const ended = once(client.socket, 'close');
    client.send('update', move('place', '0', ['x'.repeat(2e6)]), 0, 'm', '0');
    await ended;
    await honest.goesOn();
  });

  test(`over ${wire}, a game that throws ends no other match`, async (t) => {
    silence(t);
    const { url, honest } = await begun(t);
    const client = await open(url, 'secretive');
    client.send('sync', 'm', '0', undefined, 2);
    for (let i = 0; i < 20; i += 1) client.send('update', move('explode', '0'), 0, 'm', '0');
    await honest.goesOn();
    assert.equal(client.socket.readyState, client.socket.OPEN);
  });
}

test('over socket.io, a client that requests unknown namespaces is cut before there are many responses', async (t) => {
  silence(t);
  const { app, url, honest } = await begun(t, { limits: { ...PATIENT, unread: { connection: 100_000 } } });
  const slow = await WIRES['socket.io'](url, 'secretive');
  slow.socket.pause();
  const cut = new Promise((resolve) => { app.context.limits.watch = ({ type, why }) => type === 'cut' && resolve(why); });
  const ask = setInterval(() => {
    if (slow.socket.bufferedAmount > 1e6) return;
    for (let i = 0; i < 100; i += 1) slow.sendText(`40/${'x'.repeat(9000)},`);
  }, 5);
  assert.equal(await cut, 'rate');
  clearInterval(ask);
  await honest.goesOn();
});

test('texts that are not messages, and binary ones, end at most their own connection', async (t) => {
  silence(t);
  const { url, honest } = await begun(t, { limits: PATIENT });
  for (const text of [
    '', ' ', 'null', 'true', '7', '"x"', '[]', '{', '{}', '[[[', '{"type":"update"}', '{"type":"update","args":{}}', '{"type":"update","args":[]}',
    '{"type":"__proto__","args":[]}', '{"type":["update"],"args":[null]}', '{"__proto__":{"type":"sync"},"args":["m"]}', '['.repeat(5e5),
    `{"type":"sync","args":[${'['.repeat(1e5)}${']'.repeat(1e5)}]}`, '\u0000', '\ud800', Buffer.from([0xff, 0xfe]), randomBytes(1000),
  ]) {
    const { socket } = await WIRES['a WebSocket'](url, 'secretive');
    socket.send(text);
    await honest.goesOn();
    socket.terminate();
  }
  for (const text of [
    '', '4', '42', '42/', '42/secretive', '42/secretive,', '42/secretive,{}', '42/secretive,[]', '42/secretive,["error"]', '42/secretive,["error",{"a":1}]',
    '42/secretive,["disconnect"]', '42/secretive,["newListener","x"]', '42/secretive,["__proto__"]', '42/secretive,[null]', '42/secretive,[7]',
    '42/secretive,1["update"]', '42/secretive,1["sync","m","0"]', '42/other,["sync","m"]', '40/other,', '40/secretive,', '41/secretive,', '43/secretive,1[]',
    '44/secretive,{}', '49', '45', '451-/secretive,["update",{"_placeholder":true,"num":0}]', '4599-/secretive,["update"]', '451-/secretive,["sync",{"_placeholder":true,"num":7}]',
    '0', '1', '2', '3', '5', '6', '9', 'x', `42/secretive,["sync",${'['.repeat(1e5)}${']'.repeat(1e5)}]`, Buffer.from([1, 2, 3]), randomBytes(1000),
  ]) {
    const { socket } = await WIRES['socket.io'](url, 'secretive');
    socket.send(text);
    socket.send(Buffer.from('after'));
    await honest.goesOn();
    socket.terminate();
  }
});

test('bytes of no protocol, wrong paths and half frames end at most their own connection', async (t) => {
  silence(t);
  const { url, honest } = await begun(t);
  const path = '/ws/secretive';
  const io = '/socket.io/?EIO=4&transport=websocket';
  const goOn = async (expected, parts, enough) => {
    assert.match(await sendBytes(url, parts, enough), expected, String(parts[0]).split('\r\n')[0]);
    await honest.goesOn();
  };
  for (const [expected, bytes] of [
    [/400/, randomBytes(500)],
    [/400/, '\0\0\0\0'],
    [/404/, handshake('/ws/none')],
    [/404/, handshake('/ws/%E0%A4%A')],
    [/404/, handshake('/ws/__proto__')],
    [/400|405|426/, handshake(path, { 'Sec-WebSocket-Key': 'x' })],
    [/400|405|426/, handshake(path, { 'Sec-WebSocket-Version': '7' })],
    [/400/, handshake('/socket.io/?EIO=4&transport=none')],
    [/400/, handshake('/socket.io/?EIO=99&transport=websocket&sid=none')],
  ]) await goOn(expected, [bytes]);
  // Other listeners might have answered these.
  const untaken = ['/ws/', '/ws/secretive/more', '/elsewhere'].map((at) => sendBytes(url, [handshake(at)]));
  for (const answer of await Promise.all(untaken)) assert.match(answer, /404/);
  for (const at of [path, io]) {
    // An unmasked frame, a reserved opcode, reserved bits, and a false length; the last one is a close frame.
    for (const bytes of [[0x81, 0x01, 0x41], [0x8f, 0x80, 0, 0, 0, 0], [0xf1, 0x80, 0, 0, 0, 0], [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]]) {
      await goOn(/101[^]*\x88\x02\x03.$/, [handshake(at), Buffer.from(bytes)]);
    }
    // Half a frame.
    await goOn(/101/, [handshake(at), Buffer.from([0x81, 0xfe])], /\r\n\r\n/);
  }
  for (const [method, query, body] of [
    ['GET', 'transport=polling&EIO=x'], ['GET', 'transport=polling&EIO=4&sid=none'], ['POST', 'transport=polling&EIO=4', 'x'], ['PUT', 'transport=polling&EIO=4', 'x'],
    ['POST', `transport=polling&EIO=4&sid=${'x'.repeat(5000)}`, 'x'.repeat(1e5)],
  ]) {
    assert.equal((await fetch(`${url}/socket.io/?${query}`, { method, body })).ok, false, query);
    await honest.goesOn();
  }
});

test('a client that disconnects while its upgrade is pending ends nothing, and does not count as a connection', async (t) => {
  silence(t);
  let asked = () => {};
  let decide = () => {};
  const events = [];
  const admit = () => new Promise((resolve) => {
    decide = resolve;
    asked();
  });
  const { httpServer, app, url, close } = await serve(t, { games: [secretive()], limits: { connections: { admit, total: 1 } } });
  app.context.limits.watch = ({ type }) => events.push(type);
  const { port } = new URL(url);
  for (const path of ['/ws/secretive', '/socket.io/?EIO=4&transport=websocket', '/elsewhere', '/ws/none']) {
    const isAsked = path.includes('secretive') || path.includes('EIO') ? new Promise((resolve) => { asked = resolve; }) : null;
    const upgraded = once(httpServer, 'upgrade');
    const client = connect(Number(port), '127.0.0.1');
    client.on('error', () => {});
    client.write(handshake(path));
    const [, socket] = await upgraded;
    await isAsked;
    // Node ends a process on an unhandled `error` event of a socket.
    assert.ok(socket.listenerCount('error') > 0, path);
    const gone = once(socket, 'close').catch(() => {});
    client.resetAndDestroy();
    await gone;
    decide(true);
  }
  await close();
  assert.deepEqual(events, []);
});

test('pages of foreign origins are not accepted unless the server allows them', async (t) => {
  const { url } = await begun(t, { origins: ['https://friend.example'] });
  for (const path of ['/ws/secretive', '/socket.io/?EIO=4&transport=websocket']) {
    const status = async (headers) => (await sendBytes(url, [handshake(path, headers)], /\r\n\r\n/)).slice(9, 12);
    assert.equal(await status({}), '101');
    assert.equal(await status({ Origin: 'https://friend.example' }), '101');
    assert.equal(await status({ Origin: url, Host: new URL(url).host }), '101');
    for (const origin of ['https://foe.example', 'https://friend.example.foe.example', 'null', 'x']) {
      assert.ok(['400', '403'].includes(await status({ Origin: origin })), origin);
    }
  }
  const { headers } = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { Origin: 'https://friend.example' } });
  assert.equal(headers.get('access-control-allow-origin'), 'https://friend.example');
  const foreign = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { Origin: 'https://foe.example' } });
  assert.deepEqual([foreign.ok, foreign.headers.get('access-control-allow-origin')], [false, null]);
});

test('beyond its limit, a server refuses connections until others have closed', async (t) => {
  const { url } = await serve(t, { games: [secretive()], limits: { connections: { total: 2 } } });
  const open = WIRES['a WebSocket'];
  const [first] = [await open(url, 'secretive'), await WIRES['socket.io'](url, 'secretive')];
  assert.match(await sendBytes(url, [handshake('/ws/secretive')]), /503/);
  first.socket.close();
  await once(first.socket, 'close');
  await open(url, 'secretive');
});

test('a client that connects and sends nothing does not occupy a connection for long', async (t) => {
  const { url } = await serve(t, { games: [secretive()], limits: { connections: { total: 3 } } });
  const speaking = await WIRES['a WebSocket'](url, 'secretive');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const mute = ['/ws/secretive', '/socket.io/?EIO=4&transport=websocket'].map((path) => new WebSocket(url.replace('http', 'ws') + path));
  await Promise.all(mute.map((socket) => once(socket, 'open')));
  speaking.send('sync', 'm', null, undefined, 2);
  await once(speaking.socket, 'message');
  assert.match(await sendBytes(url, [handshake('/ws/secretive')]), /503/);
  const ended = mute.map((socket) => once(socket, 'close'));
  t.mock.timers.tick(10_000);
  await Promise.all(ended);
  assert.match(await sendBytes(url, [handshake('/ws/secretive')], /\r\n\r\n/), /101/);
  speaking.send('sync', 'm', null, undefined, 2);
  await once(speaking.socket, 'message');
});

const AUTH = {
  authenticateCredentials: ({ playerID: id, credentials, metadata }) => metadata?.players[id]?.credentials === credentials,
};

/** A server with a match of two honest players: `honest.goesOn()` plays a move, and waits until both see it. */
async function begun(t, options) {
  const server = await serve(t, { games: [secretive()], db: new InMemory(), ...options });
  const make = CLIENTS["Rondel's client by a WebSocket"];
  const players = ['0', '1'].map((id) => sit(t, make, server.url, { game: secretive(), matchID: 'honest', playerID: id }));
  await until(players, () => players.every((client) => client.getState()));
  let turn = 0;
  const goesOn = async () => {
    turn += 1;
    const before = players[0].getState()._stateID;
    const { status } = await players[turn % 2].moves.place(turn % 64).confirmed;
    assert.equal(status, 'confirmed');
    await until(players, () => players.every((client) => client.getState()._stateID > before));
  };
  return { ...server, honest: { goesOn } };
}
