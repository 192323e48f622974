// The stored chat of a match: clients that reload, reconnect or join later receive it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask } from '../support/tasks.mjs';
import { LINES } from '../multiplayer/lines.mjs';
import { until } from '../server/support.mjs';
import { guests, server, visitors } from './server.mjs';
import { losing, table } from './support.mjs';

const makeGame = (more) => ({ name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } }, ...more });
const payloads = ({ chatMessages }) => chatMessages.map(({ payload }) => payload);
const message = (id, payload = id, sender = '0') => ({ id, sender, payload });

for (const [name, open] of Object.entries(LINES)) {
  test(`${name}: a client that reloads and a spectator who joins later have the chat, in order`, async (t) => {
    silence(t);
    const game = makeGame();
    const lines = open({ game, storage: new InMemory(), later: setImmediate });
    const sit = (playerID) => {
      const client = Client({ game, playerID, debug: false, quiet: true, multiplayer: lines.multiplayer() });
      t.after(() => client.dispose());
      client.start();
      return client;
    };
    const [p0, p1] = ['0', '1'].map(sit);
    for (const [client, text] of [[p0, 'one'], [p1, { two: 2 }], [p0, 'three']]) await client.sendChatMessage(text).confirmed;
    p0.dispose();
    const late = [sit('0'), sit(null)];
    await until(late, () => late.every((client) => client.getState()));
    for (const client of late) {
      assert.deepEqual(payloads(client), ['one', { two: 2 }, 'three']);
      assert.deepEqual(client.chatMessages.map(({ sender }) => sender), ['0', '1', '0']);
    }
    p1.sendChatMessage('four');
    await until(late, () => [p1, ...late].every((client) => client.chatMessages.length === 4));
    for (const client of [p1, ...late]) assert.deepEqual(payloads(client), ['one', { two: 2 }, 'three', 'four']);
  });
}

test('the chat of Local({ persist }) survives a reload of the page', async (t) => {
  withLocalStorage(t);
  const sit = () => {
    // Another game object has another master, as after a reload.
    const client = Client({ game: makeGame(), playerID: '0', matchID: 'm', debug: false, quiet: true, multiplayer: Local({ persist: true }) });
    client.start();
    return client;
  };
  const first = sit();
  first.sendChatMessage('hello');
  await nextTask();
  first.dispose();
  const second = sit();
  assert.deepEqual(payloads(second), ['hello']);
  second.dispose();
});

test('a client that reconnects gets its missed messages, in order and once', async (t) => {
  const match = table(t, makeGame());
  const [p0, p1] = await match.seated('0', '1');
  const say = async (seat, text) => {
    seat.client.sendChatMessage(text);
    await match.run();
  };
  await say(p0, 'one');
  await say(p1, 'two');
  const [first, second] = p1.client.chatMessages;
  p1.net.disconnect();
  await say(p0, 'three');
  await say(p0, 'four');
  assert.deepEqual(payloads(p1.client), ['one', 'two']);
  const shown = p1.shown.length;
  p1.net.reconnect();
  await match.run(10_000);
  assert.deepEqual(payloads(p1.client), ['one', 'two', 'three', 'four']);
  assert.ok(p1.shown.length > shown);
  // A sync without new messages keeps the same list.
  const list = p1.client.chatMessages;
  assert.deepEqual([list[0].id, list[1].id], [first.id, second.id]);
  p1.net.disconnect();
  p1.net.reconnect();
  await match.run(10_000);
  assert.equal(p1.client.chatMessages, list);
});

test('a message whose confirmation is lost is confirmed by the history, without being sent again', async (t) => {
  const match = table(t, makeGame());
  const [p0, p1] = await match.seated('0', '1');
  const handle = p0.client.sendChatMessage('hello');
  await match.run(60);
  p0.net.disconnect();
  await match.run();
  assert.deepEqual([payloads(p1.client), payloads(p0.client), handle.status], [['hello'], [], 'sent']);
  p0.net.reconnect();
  await match.run();
  assert.deepEqual([payloads(p0.client), handle.status], [['hello'], 'confirmed']);
  const lost = losing(p0.net, () => p0.client.sendChatMessage('again'));
  await match.run(10_000);
  assert.deepEqual([lost.status, payloads(p0.client), payloads(p1.client)], ['confirmed', ['hello', 'again'], ['hello', 'again']]);
});

test('another match has its own chat', async (t) => {
  const match = table(t, makeGame());
  const p0 = match.sit('0', { matchID: 'one' });
  await match.run();
  p0.client.sendChatMessage('hello');
  await match.run();
  p0.client.updateMatchID('two');
  await match.run();
  assert.deepEqual(payloads(p0.client), []);
  p0.client.updateMatchID('one');
  await match.run();
  assert.deepEqual(payloads(p0.client), ['hello']);
});

test('a client keeps messages that are older than the history or absent from it, in their places', async (t) => {
  const { client, sync } = await alone(t);
  sync([message('a'), message('b')]);
  client.transport.notifyClient({ type: 'chat', args: ['m', message('live')] });
  sync([message('b'), message('c')]);
  assert.deepEqual(payloads(client), ['a', 'b', 'live', 'c']);
  sync([message('c'), message('d'), message('c', 'another with this id')]);
  assert.deepEqual(payloads(client), ['a', 'b', 'live', 'c', 'd']);
  // The same id of another player is another message.
  sync([message('d', 'of player 1', '1')]);
  assert.deepEqual(payloads(client), ['a', 'b', 'live', 'c', 'd', 'of player 1']);
});

test('a sync without a history, or with an invalid one, does not change the chat', async (t) => {
  const { client, sync } = await alone(t);
  sync([message('a')]);
  for (const chat of [undefined, null, 'text', 7, {}, [null, 3, 'x'], { length: 3 }]) sync(chat);
  assert.deepEqual(payloads(client), ['a']);
  sync(Array.from({ length: 700 }, (_, i) => message(`m${i}`)));
  assert.deepEqual([client.chatMessages.length, client.chatMessages.at(-1).id], [500, 'm699']);
});

test('messages without a sender, as of boardgame.io\'s spectators, are received like others, and invalid messages are ignored', async (t) => {
  const { client, sync } = await alone(t);
  sync([message('a')]);
  const shown = [];
  client.subscribe(() => { shown.push(payloads(client)); });
  const anonymous = { id: 'b', payload: 'b' };
  client.transport.notifyClient({ type: 'chat', args: ['m', anonymous] });
  assert.deepEqual(shown.at(-1), ['a', 'b']);
  for (const chat of [undefined, null, 'text', 7]) client.transport.notifyClient({ type: 'chat', args: ['m', chat] });
  sync([message('a'), anonymous, { ...anonymous, id: 'c', payload: 'c' }]);
  assert.deepEqual(shown.at(-1), ['a', 'b', 'c']);
});

/** A client of a custom master, and a function that sends it a match with this chat. */
async function alone(t) {
  silence(t);
  const game = makeGame();
  const heard = [];
  const master = new Master(game, new InMemory(), { send: (data) => heard.push(data), sendAll() {} });
  await master.onSync('m', '0', undefined, 2);
  const [, info] = getFilterPlayerView(game)('0', heard[0]).args;
  const { Transport } = await import('rondel/internal');
  class Silent extends Transport {
    connect() { this.setConnectionStatus(true); }
    disconnect() {}
    sendAction() {}
    sendChatMessage() {}
    requestSync() {}
    updateMatchID() {}
    updatePlayerID() {}
    updateCredentials() {}
  }
  const client = Client({ game, playerID: '0', matchID: 'm', debug: false, quiet: true, multiplayer: (options) => new Silent(options) });
  t.after(() => client.dispose());
  client.start();
  return { client, sync: (chat) => client.transport.notifyClient({ type: 'sync', args: ['m', { ...info, ...chat !== undefined && { chat } }] }) };
}

/** A master, all its messages and errors, and its messages to a new spectator. */
async function hosted({ limits, storage = new InMemory(), game = makeGame(), auth = undefined } = {}) {
  const sent = [];
  const errors = [];
  const transport = { send: (data) => sent.push(data), sendAll: (data) => sent.push(data) };
  const master = new Master(game, storage, transport, auth, { limits });
  master.onError = (error) => errors.push(String(error));
  await master.onSync('m', '0', undefined, 2);
  const view = getFilterPlayerView(game);
  const infoForLate = async () => {
    sent.length = 0;
    await master.onSync('m', null);
    return view(null, sent[0]).args[1];
  };
  return { master, storage, sent, errors, infoForLate, chatForLate: async () => (await infoForLate()).chat };
}

test('a match keeps as many of its newest messages as fit into limits.chat', async () => {
  const { master, storage, chatForLate } = await hosted({ limits: { chat: 2000 } });
  for (let i = 0; i < 50; i += 1) await master.onChatMessage('m', message(`m${i}`, 'x'.repeat(100)));
  const kept = await chatForLate();
  assert.ok(kept.length > 4 && kept.length < 20, `${kept.length}`);
  assert.deepEqual(kept.map(({ id }) => id), Array.from({ length: kept.length }, (_, i) => `m${50 - kept.length + i}`));
  assert.ok(JSON.stringify(storage.fetch('m', { metadata: true }).metadata).length < 3000);
});

test('a seat that floods the chat displaces its own stored messages, not those of others', async () => {
  const { master, chatForLate } = await hosted();
  await master.onChatMessage('m', message('evidence', 'he cheats', '1'));
  for (let i = 0; i < 20; i += 1) await master.onChatMessage('m', message(`flood${i}`, 'x'.repeat(9900)));
  assert.deepEqual((await chatForLate()).map(({ id }) => id), ['evidence', 'flood15', 'flood16', 'flood17', 'flood18', 'flood19']);
  for (let i = 0; i < 20; i += 1) await master.onChatMessage('m', message(`other${i}`, 'x'.repeat(9900), '1'));
  const kept = await chatForLate();
  assert.deepEqual(kept.map(({ id }) => id), ['flood18', 'flood19', 'other17', 'other18', 'other19']);
});

test('limits.chat counts bytes of JSON as they are stored', async () => {
  const { master, storage } = await hosted({ limits: { chat: 5000 } });
  const stored = () => storage.fetch('m', { metadata: true }).metadata._chat;
  for (const text of ['\u0001', '\u20ac', '"']) {
    for (let i = 0; i < 20; i += 1) await master.onChatMessage('m', message(`${text}${i}`, text.repeat(300)));
    assert.equal(stored().at(-1).payload, text.repeat(300));
    const bytes = Buffer.byteLength(JSON.stringify(stored()));
    assert.ok(bytes <= 5050 && bytes > 3000, `${bytes}`);
  }
});

test('by default a match keeps 50,000 bytes of chat', async () => {
  const { master, chatForLate } = await hosted();
  for (let i = 0; i < 300; i += 1) await master.onChatMessage('m', message(`m${i}`, 'hello'));
  assert.equal((await chatForLate()).length, 300);
  for (let i = 0; i < 10; i += 1) await master.onChatMessage('m', message(`big${i}`, 'x'.repeat(10_000)));
  assert.deepEqual((await chatForLate()).map(({ id }) => id), ['big6', 'big7', 'big8', 'big9']);
});

test('limits.chat: 0 stores no chat, shows none that was stored before, and still delivers messages', async () => {
  const storage = new InMemory();
  const before = await hosted({ storage });
  await before.master.onChatMessage('m', message('old'));
  const { master, sent, infoForLate } = await hosted({ storage, limits: { chat: 0 } });
  assert.equal('chat' in await infoForLate(), false);
  assert.equal(await master.onChatMessage('m', message('new')), undefined);
  assert.deepEqual(sent.at(-1), { type: 'chat', args: ['m', message('new')] });
  assert.ok(!JSON.stringify(storage.fetch('m', { metadata: true })).includes('new'));
});

test('a match without chat sends no chat field', async () => {
  const { infoForLate } = await hosted();
  assert.equal('chat' in await infoForLate(), false);
});

test('a repeated message is stored once, in its first form', async () => {
  const { master, chatForLate } = await hosted();
  await master.onChatMessage('m', message('a', 'first'));
  await master.onChatMessage('m', message('a', 'second'));
  await master.onChatMessage('m', message('a', 'of player 1', '1'));
  assert.deepEqual((await chatForLate()).map(({ payload }) => payload), ['first', 'of player 1']);
});

test('neither refused messages nor those of spectators are stored', async () => {
  const game = makeGame({ validateChatMessage: (payload) => payload !== 'rude' });
  const auth = { authenticateCredentials: ({ credentials }) => credentials === 'right' };
  const { master, chatForLate } = await hosted({ game, auth });
  const storedOnes = async () => (await chatForLate())?.length ?? 0;
  for (const [said, credentials] of [[message('a', 'rude'), 'right'], [message('b'), 'wrong'], [message('c', 'c', null), 'right'], [message('d', 'd', '7'), 'right']]) {
    assert.ok((await master.onChatMessage('m', said, credentials)).error);
  }
  assert.equal(await storedOnes(), 0);
  await master.onChatMessage('m', message('e'), 'right');
  assert.equal(await storedOnes(), 1);
});

test('chat changes nothing else in the stored match', async () => {
  const { master, storage } = await hosted();
  const all = { state: true, metadata: true, log: true, initialState: true };
  const before = storage.fetch('m', all);
  await new Promise((resolve) => { setTimeout(resolve, 2); });
  await master.onChatMessage('m', message('a'));
  const { metadata: { _chat, ...metadata }, ...rest } = storage.fetch('m', all);
  assert.equal(_chat.length, 1);
  assert.deepEqual({ ...rest, metadata }, before);
});

test('if a storage fails to store chat, messages are delivered, the failure is reported and the match goes on', async () => {
  for (const fail of [() => { throw new Error('disk full'); }, async () => { throw new Error('disk full'); }]) {
    const storage = new InMemory();
    const { master, sent, errors, chatForLate } = await hosted({ storage });
    await master.onChatMessage('m', message('a'));
    storage.compareAndSetMetadata = fail;
    assert.equal(await master.onChatMessage('m', message('b')), undefined);
    assert.deepEqual(sent.at(-1).args[1], message('b'));
    assert.match(errors.join(), /disk full/);
    assert.equal(await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } }, 0, 'm', '0'), undefined);
    assert.equal(storage.fetch('m', { state: true }).state.G.n, 1);
    delete storage.compareAndSetMetadata;
    await master.onChatMessage('m', message('c'));
    assert.deepEqual((await chatForLate()).map(({ id }) => id), ['a', 'c']);
  }
});

test('messages that two masters store at once are all kept', async () => {
  const storage = new InMemory();
  const [one, two] = [await hosted({ storage }), await hosted({ storage })];
  const compare = storage.compareAndSetMetadata;
  let others = 3;
  storage.compareAndSetMetadata = (matchID, ...given) => {
    if (others > 0) {
      others -= 1;
      void two.master.onChatMessage('m', message(`two${others}`, 'x', '1'));
    }
    return compare.call(storage, matchID, ...given);
  };
  await one.master.onChatMessage('m', message('one'));
  assert.deepEqual((await one.chatForLate()).map(({ id }) => id).sort(), ['one', 'two0', 'two1', 'two2']);
});

test('an invalid stored chat is an error of that match, which names the place', async () => {
  const storage = new InMemory();
  const { master, errors } = await hosted({ storage });
  const { metadata } = storage.fetch('m', { metadata: true });
  for (const [chat, place] of [['text', 'metadata._chat'], [[3], 'metadata._chat[0]'], [[{ id: 1, sender: '0' }], 'metadata._chat[0].id'], [[{ id: 'a' }], 'metadata._chat[0].sender']]) {
    storage.setMetadata('m', { ...metadata, _chat: chat });
    assert.ok((await master.onSync('m', null)).error);
    assert.ok(errors.at(-1).includes(`${place}: expected`), errors.at(-1));
  }
});

test('a history shows only the fields of a message', async () => {
  const storage = new InMemory();
  const { chatForLate } = await hosted({ storage });
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, _chat: [{ ...message('a'), name: 'Ann', credentials: 'secret', to: '1' }] });
  assert.deepEqual(await chatForLate(), [{ ...message('a'), name: 'Ann' }]);
});

test("boardgame.io's clients play and chat in a match with a history as before", async (t) => {
  silence(t);
  const match = server(t, makeGame({ turn: {} }), guests);
  const [p0] = await match.seated('0');
  p0.client.sendChatMessage('hello');
  await match.run();
  const [p1] = await match.seated('1');
  assert.equal(p1.heard.find(({ type }) => type === 'sync').args[1].chat.length, 1);
  p0.client.moves.add();
  await match.run();
  p0.client.events.endTurn();
  await match.run();
  p1.client.moves.add();
  p1.client.sendChatMessage('hi');
  await match.run();
  assert.deepEqual([p0, p1].map(({ client }) => client.getState().G.n), [2, 2]);
  assert.deepEqual([p0, p1].map(({ client }) => payloads(client).at(-1)), ['hi', 'hi']);
});

test("Rondel's clients keep their received messages at boardgame.io's master, which has no history", async (t) => {
  silence(t);
  const match = server(t, makeGame(), visitors);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.sendChatMessage('hello');
  await match.run();
  p1.net.disconnect();
  p1.net.reconnect();
  await match.run(10_000);
  assert.deepEqual([p0, p1].map(({ client }) => payloads(client)), [['hello'], ['hello']]);
});
