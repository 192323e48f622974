// Slow: it sends many megabytes. Messages that wait for their turn or their answer: their total size over all connections is limited.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { QueuedMessages } from '../../../pkg-server/lib/queued-messages.js';
import { WIRES } from './raw.mjs';
import { serveWatched } from './serve.mjs';
import { smallServer } from './small-heap.mjs';
import { until } from './support.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
/** Arguments of a kilobyte of text, and fifteen of memory, each. */
const LISTS = Array(310).fill([]);
/** Effectively no message rate limit. */
const PATIENT = { messages: { rate: 1e9, burst: 1e9 } };

/** An action with this number of kilobytes of text as arguments, as Rondel's client creates it. */
function action(session, kilobytes) {
  const payload = { type: 'add', args: Array(kilobytes).fill(LISTS), playerID: '0' };
  return [{ type: 'MAKE_MOVE', payload, sync: { session, seq: 1, first: 1 } }, 0, 'm', '0'];
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, the connections with the most waiting messages are cut when the total is too large`, async (t) => {
    const { url, cuts, post } = await serveWatched(t, { games: [game], limits: PATIENT, authenticateCredentials: () => new Promise(() => {}) });
    const [modest, ...greedy] = await Promise.all(Array.from({ length: 81 }, () => open(url, 'nim')));
    t.after(() => [modest, ...greedy].forEach(({ socket }) => socket.terminate()));
    modest.send('update', ...action('modest', 1));
    greedy.forEach(({ send }, i) => send('update', ...action(`greedy ${i}`, 60)));
    await until([], () => greedy.filter(({ socket }) => socket.readyState !== socket.OPEN).length >= 20);
    assert.deepEqual([...new Set(cuts)], ['waiting']);
    assert.equal(modest.socket.readyState, modest.socket.OPEN);
    assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
  });
}

test('many clients that send as much at once as allowed do not crash a process with a heap of 160 MB', async (t) => {
  const { url, hasEnded } = await smallServer(t, { heap: 160 });
  const greedy = await Promise.all(Array.from({ length: 30 }, () => WIRES['a WebSocket'](url, 'heap')));
  t.after(() => greedy.forEach(({ socket }) => socket.terminate()));
  // More than the heap if all of them were parsed as they arrive.
  const text = JSON.stringify({ type: 'log', args: ['m', 0, Array(4).fill(LISTS)] });
  for (let i = 0; i < 130; i += 1) for (const { sendText } of greedy) sendText(text);
  const honest = await WIRES['a WebSocket'](url, 'heap');
  honest.send('sync', 'honest', '0', undefined, 2);
  await Promise.race([once(honest.socket, 'message'), once(honest.socket, 'close')]);
  assert.match(honest.heard.join(), /"sync"/);
  // Until all of the flood has been handled.
  greedy.forEach(({ send }) => send('sync', 'honest', null, undefined, 2));
  await until([], () => hasEnded() || greedy.every(({ socket, heard }) => socket.readyState !== socket.OPEN || /"sync"/.test(heard.join())));
  assert.equal(hasEnded(), false);
  honest.socket.terminate();
});

test("many messages that wait because of a player's refused actions do not crash a process with a heap of 160 MB", async (t) => {
  const { url, cuts, hasEnded } = await smallServer(t, { heap: 160 });
  const greedy = await Promise.all(Array.from({ length: 220 }, () => WIRES['a WebSocket'](url, 'heap')));
  t.after(() => greedy.forEach(({ socket }) => socket.terminate()));
  greedy.forEach(({ send }) => send('sync', 'm', null, null, 2));
  const refused = { type: 'MAKE_MOVE', payload: { type: 'none', args: [], playerID: '0' } };
  for (let seq = 1; seq <= 33; seq += 1) {
    greedy.forEach(({ send }, i) => send('update', { ...refused, sync: { session: `s${i % 8}`, seq, first: 1 } }, 0, 'm', '0'));
  }
  greedy.forEach(({ send }, i) => send('update', ...action(`greedy ${i}`, 60)));
  await until([], () => hasEnded() || cuts.includes('waiting'));
  assert.equal(hasEnded(), false);
});

test('answered messages and those of closed connections do not count', () => {
  const together = new QueuedMessages();
  const cuts = [];
  const open = (name, most = 2) => together.open({ most, cut: () => cuts.push(name) });
  const big = 'x'.repeat(30_000_000);
  const [one, other, third] = ['one', 'other', 'third'].map((name) => open(name));
  const entry = one.add(big);
  entry.end();
  other.add(big);
  other.close();
  third.add(big);
  assert.deepEqual(cuts, []);
  open('fourth').add(Buffer.alloc(30_000_001));
  assert.deepEqual(cuts, ['fourth']);
  assert.ok(third.add('x'));
  assert.equal(third.add('x'), null);
});

test('a message that is nested deeper than the stack allows does not wait', () => {
  const line = new QueuedMessages().open({ most: 2, cut: () => assert.fail() });
  assert.equal(line.add(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))), null);
  assert.ok(line.add('x'));
});
