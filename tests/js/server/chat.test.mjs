// Chat: the server forwards each message to all clients of a match, and limits the rate of each sender.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { InMemory } from 'rondel/server';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { TokenBucket } from '../../../pkg-server/lib/token-bucket.js';
import { nextTask } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const message = (id) => ({ id: String(id), sender: '0', payload: 'hello' });
/** Number of chat messages that a client has received. */
const chatted = ({ heard }) => heard.filter((text) => text.includes('"chat"') || text.includes('hello')).length;

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, the server limits the chat rate of a player, who plays on`, async (t) => {
    const { url, db } = await serve(t, { games: [game], limits: { chat: { rate: 0, burst: 7 } } });
    const [talker, other] = [await open(url, 'nim'), await open(url, 'nim')];
    for (const [client, seat] of [[talker, '0'], [other, '1']]) client.send('sync', 'm', seat, undefined, 2);
    await until([], () => [talker, other].every(({ heard }) => heard.some((text) => /\\?"n\\?":0/.test(text))));
    for (let i = 0; i < 100; i += 1) talker.send('chat', 'm', message(i));
    talker.send('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } }, 0, 'm', '0');
    await until([], () => db.fetch('m', { state: true }).state.G.n === 1);
    other.send('chat', 'm', { ...message('last'), sender: '1', payload: 'hello, the last' });
    await until([], () => other.heard.some((text) => text.includes('the last')));
    assert.equal(chatted(other), 7 + 1);
  });
}

test("more connections do not raise a player's chat limit, and strangers who name the player do not lower it", async (t) => {
  const auth = { authenticateCredentials: ({ credentials }) => credentials === 'right' };
  const { url } = await serve(t, { games: [game], auth, limits: { chat: { rate: 0, burst: 7 } } });
  const open = async (seat) => {
    const client = await WIRES['a WebSocket'](url, 'nim');
    client.send('sync', 'm', seat, 'right', 2);
    await until([], () => client.heard.length > 0);
    return client;
  };
  const [other, ...talkers] = await Promise.all(['1', '0', '0', '0', '0', '0'].map(open));
  for (let i = 0; i < 7; i += 1) talkers[0].send('chat', 'm', { ...message(`${i} stranger`), sender: '1' }, 'wrong');
  for (const [i, talker] of talkers.entries()) {
    for (let n = 0; n < 7; n += 1) talker.send('chat', 'm', message(`${i} ${n}`), 'right');
    // The server has read the messages of a client when it answers the next one.
    talker.heard.length = 0;
    talker.send('sync', 'm', '0', 'right', 2);
    await until([], () => talker.heard.some((text) => /\\?"n\\?":0/.test(text)));
  }
  other.send('chat', 'm', { ...message('last'), sender: '1', payload: 'hello, the last' }, 'right');
  await until([], () => other.heard.some((text) => text.includes('the last')));
  assert.equal(chatted(other), 7 + 1);
});

test('a player who has chatted too much can chat again soon, whatever the amount was', async (t) => {
  const { url } = await serve(t, { games: [game], limits: { chat: { rate: 20, burst: 3 } } });
  const talker = await WIRES['a WebSocket'](url, 'nim');
  talker.send('sync', 'm', '0', undefined, 2);
  await until([], () => talker.heard.length > 0);
  for (let i = 0; i < 400; i += 1) talker.send('chat', 'm', message(i));
  const trying = setInterval(() => talker.send('chat', 'm', { ...message('again'), payload: 'hello again' }), 100);
  t.after(() => clearInterval(trying));
  await until([], () => talker.heard.some((text) => text.includes('again')));
  assert.ok(chatted(talker) < 200);
});

test('a player who keeps chatting too much is limited to the allowed rate', () => {
  let now = 0;
  const { now: clock } = performance;
  performance.now = () => now;
  try {
    const bucket = new TokenBucket({ rate: 2, burst: 20 });
    let heard = 0;
    for (; now < 20_000; now += 100) heard += bucket.tryTake() ? 1 : 0;
    assert.ok(heard >= 59 && heard <= 60, `${heard}`);
  } finally {
    performance.now = clock;
  }
});

test('over socket.io, a client that leaves the namespace and rejoins by the same connection keeps its chat limit', async (t) => {
  const { url, app } = await serve(t, { games: [game], limits: { chat: { rate: 0, burst: 7 } } });
  const [talker, other] = [await WIRES['socket.io'](url, 'nim'), await WIRES['socket.io'](url, 'nim')];
  other.send('sync', 'm', '1', undefined, 2);
  await until([], () => other.heard.some((text) => text.includes('"n":0')));
  const { sockets } = app.context.io.of('nim');
  for (let i = 0; i < 5; i += 1) {
    for (let n = 0; n < 5; n += 1) talker.send('chat', 'm', message(`${i} ${n}`));
    const heard = talker.heard.length;
    talker.send('sync', 'm', null);
    await until([], () => talker.heard.slice(heard).some((text) => text.includes('"n":0')));
    talker.sendText('41/nim,');
    await until([], () => sockets.size === 1);
    talker.sendText('40/nim,');
    await until([], () => sockets.size === 2);
  }
  other.send('chat', 'm', { ...message('last'), sender: '1', payload: 'hello, the last' });
  await until([], () => other.heard.some((text) => text.includes('the last')));
  assert.equal(chatted(other), 7 + 1);
});

test('a message to a missing match is neither stored nor forwarded', async () => {
  const storage = new InMemory();
  const told = [];
  const transport = { send() {}, sendAll: (payload) => told.push(payload) };
  const master = new Master(game, storage, transport, new Auth());
  assert.deepEqual(await master.onChatMessage('none', message(1)), { error: 'game not found' });
  await master.onSync('m', '0');
  storage.wipe('m');
  assert.deepEqual(await master.onChatMessage('m', message(2)), { error: 'game not found' });
  assert.deepEqual(told, []);
  await master.onSync('m', '0');
  assert.equal(await master.onChatMessage('m', message(3)), undefined);
  // Other programs may have stored a match without metadata.
  storage.metadata.delete('m');
  assert.equal(await master.onChatMessage('m', message(4)), undefined);
  assert.deepEqual(told.map(({ args: [, { id }] }) => id), ['3', '4']);
});

test('within one page no client receives the chat of another match', async (t) => {
  const [one, two] = ['one', 'two'].map((matchID) => Client({ game, matchID, playerID: '0', multiplayer: Local(), quiet: true }));
  for (const client of [one, two]) {
    t.after(() => client.dispose());
    client.start();
  }
  one.sendChatMessage('hello');
  await nextTask();
  assert.deepEqual([one.chatMessages.length, two.chatMessages.length], [1, 0]);
});

test('a client keeps the newest messages, in a new list each time', async (t) => {
  const client = Client({ game, playerID: '0', multiplayer: Local(), quiet: true });
  t.after(() => client.dispose());
  client.start();
  const lists = new Set([client.chatMessages]);
  for (let i = 0; i < 700; i += 1) {
    client.sendChatMessage(i);
    lists.add(client.chatMessages);
  }
  await nextTask();
  assert.deepEqual(client.chatMessages.map(({ payload }) => payload), Array.from({ length: 500 }, (_, i) => 200 + i));
  assert.equal(lists.size, 701);
});

test('a chat message holds a thousand values at most, however short they are', async (t) => {
  const { url } = await serve(t, { games: [game] });
  const [talker, other] = [await WIRES['a WebSocket'](url, 'nim'), await WIRES['a WebSocket'](url, 'nim')];
  for (const [client, seat] of [[talker, '0'], [other, '1']]) client.send('sync', 'm', seat, undefined, 2);
  await until([], () => [talker, other].every(({ heard }) => heard.length > 0));
  talker.send('chat', 'm', { ...message('too big'), payload: Array(1000).fill([]) });
  talker.send('chat', 'm', { ...message('big'), payload: ['hello', ...Array(998).fill([])] });
  await until([], () => chatted(other) > 0);
  assert.ok(!other.heard.some((text) => text.includes('too big')));
});
