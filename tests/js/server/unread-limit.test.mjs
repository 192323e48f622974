// Slow: it sends logs of many megabytes.
// Clients that request much and read nothing: the unread bytes of all together are limited, and the others play on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { move } from '../master/support.mjs';
import { nextTask } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { smallServer } from './small-heap.mjs';
import { serve, until } from './support.mjs';

/** Effectively no message rate limit: another test covers it. */
const PATIENT = { messages: { rate: 1e9, burst: 1e9 } };

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, sixty spectators of a long log who read nothing do not crash a process with a heap of 300 MB`, async (t) => {
    const { url, hasEnded } = await smallServer(t, { heap: 300, limits: PATIENT });
    const writer = await open('a WebSocket', url);
    await fill(writer, 'long');
    const spectators = await Promise.all(Array.from({ length: 60 }, () => open(wire, url)));
    for (const { socket, send } of spectators) {
      socket.pause();
      for (let i = 0; i < 3; i += 1) send('sync', 'long', null, undefined, 2);
    }
    const honest = await open('a WebSocket', url);
    honest.send('sync', 'short', '0', undefined, 2);
    await until([], () => hasEnded() || honest.heard.length > 0);
    for (let n = 0; n < 5; n += 1) {
      honest.send('update', move('add', '0'), n, 'short', '0');
      await until([], () => hasEnded() || honest.heard.length > n + 1);
    }
    assert.equal(hasEnded(), false);
    for (const { socket } of [writer, honest, ...spectators]) socket.terminate();
  });
}

/** A connection that has been accepted. */
async function open(wire, url) {
  const client = await WIRES[wire](url, 'heap');
  if (wire.startsWith('socket.io')) await until([], () => client.heard.some((text) => text.startsWith('40/')));
  return client;
}

/** Makes as many moves, with as long arguments, as the server accepts. */
async function fill({ heard, send }, matchID) {
  send('sync', matchID, '0', undefined, 2);
  await until([], () => heard.some((text) => text.includes(`"${matchID}"`)));
  for (let seq = 1; seq <= 630; seq += 1) {
    send('update', made(seq, 'x'.repeat(15_500)), 0, matchID, '0');
    if (seq % 30 !== 0) continue;
    await until([], () => heard.some((text) => text.includes(`"writer",${seq}`)));
    heard.length = 0;
  }
}

/** Returns an action as Rondel's client sends it, so that the server always answers it. */
function made(seq, ...args) {
  return { ...move('add', '0', args), sync: { session: 'writer', seq, first: seq } };
}

/** A game whose state alone has this length. */
const big = (length) => ({ name: 'heap', setup: () => ({ text: 'x'.repeat(length), n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, the connection with the most unread bytes is cut at the total limit, and the others are not`, async (t) => {
    const { app, url } = await serve(t, { games: [big(300_000)], limits: { ...PATIENT, unread: { connection: Infinity, total: 20_000_000 } } });
    const cuts = [];
    app.context.limits.watch = ({ type, why }) => type === 'cut' && cuts.push(why);
    const [greedy, modest] = [await open(wire, url), await open(wire, url)];
    for (const { socket } of [greedy, modest]) socket.pause();
    for (let i = 0; i < 3; i += 1) modest.send('sync', 'm', null, undefined, 2);
    // Simultaneous requests count as one, and so do those for the same seat while the match is unread.
    for (let i = 0; i < 10_000 && cuts.length === 0; i += 1) {
      greedy.send('sync', 'm', String(i % 2), undefined, 2);
      await nextTask();
    }
    assert.deepEqual(cuts, ['unread']);
    const ended = once(greedy.socket, 'close');
    greedy.socket.resume();
    await ended;
    modest.socket.resume();
    await until([], () => modest.heard.some((text) => text.includes('xxx')));
    assert.equal(modest.socket.readyState, modest.socket.OPEN);
  });

  test(`over ${wire}, a client that has received much waits for more, is not cut, and can act`, async (t) => {
    // The start of the match costs 200 of these.
    const { app, url } = await serve(t, { games: [big(100_000)], limits: { messages: { rate: 1, burst: 500 } } });
    const cuts = [];
    app.context.limits.watch = ({ type, why }) => type === 'cut' && cuts.push(why);
    const client = await open(wire, url);
    for (let i = 0; i < 20; i += 1) client.send('sync', 'm', '0', undefined, 2);
    const answers = () => client.heard.filter((text) => text.includes('xxx')).length;
    await until([], () => answers() >= 2);
    // Actions of Rondel's clients do not wait behind their syncs.
    client.send('update', made(1), 0, 'm', '0');
    client.send('chat', 'm', { id: 'c', sender: '0', payload: 'acted' });
    await until([], () => client.heard.some((text) => text.includes('acted')));
    assert.equal(app.context.db.fetch('m', { state: true }).state.G.n, 1);
    // A request above the rest of the quota is answered, and a client of boardgame.io's protocol receives the move as a whole state.
    assert.ok(answers() <= 4, `${answers()} answers`);
    assert.deepEqual(cuts, []);
  });
}

test('up to a million bytes may wait for an answer', async (t) => {
  const { app, url } = await serve(t, { games: [big(100_000)], limits: { messages: { rate: 1, burst: 500 } } });
  const told = [];
  app.context.limits.watch = ({ type, why }) => told.push(why ?? type);
  const client = await open('a WebSocket', url);
  for (let i = 0; i < 20; i += 1) client.send('sync', 'm', '0', undefined, 2);
  told.length = 0;
  // As boardgame.io's client creates it: the answer may be the whole state.
  const lists = Array(8000).fill([]);
  for (let i = 0; i < 4; i += 1) client.send('update', move('add', '0', [lists]), 0, 'm', '0');
  client.sendText(`{"type":"update","args":[${'['.repeat(40_000)}${']'.repeat(40_000)}]}`);
  await until([], () => told.filter((event) => event === 'dropped').length >= 3);
  client.send('chat', 'm', { id: 'c', sender: '0', payload: 'still here' });
  await until([], () => client.heard.some((text) => text.includes('still here')));
  assert.ok(told.every((event) => event === 'dropped'), String(told));
});

test('a client that polls and reads no answer is cut like others', async (t) => {
  const { app, url } = await serve(t, { games: [big(20_000_000)], limits: { ...PATIENT, unread: { connection: 1000 } } });
  const cut = new Promise((resolve) => { app.context.limits.watch = ({ type, why }) => type === 'cut' && resolve(why); });
  const poll = `${url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(poll)).text()).slice(1));
  const say = (text) => fetch(`${poll}&sid=${sid}`, { method: 'POST', body: text }).catch(() => {});
  await say('40/heap,');
  await fetch(`${poll}&sid=${sid}`).then((response) => response.text());
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await say(`42/heap,${JSON.stringify(['sync', 'm', null, null, 2])}`);
  // The match may stay unread, but not its chat.
  let why;
  cut.then((reason) => { why = reason; });
  for (let i = 0; i < 20 && why === undefined; i += 1) {
    await say(`42/heap,${JSON.stringify(['chat', 'm', { id: `c${i}`, sender: '0', payload: 'x'.repeat(500) }])}`);
  }
  assert.equal(await cut, 'backlog');
});
