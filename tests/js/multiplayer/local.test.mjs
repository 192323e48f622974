// Local: the master in the page, and its clients' connections.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { quietly } from '../support/console.mjs';
import { inProduction } from '../support/environment.mjs';
import { throughJSON } from '../support/json.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask, until } from '../support/tasks.mjs';
import { cards, move, sit } from './transports.mjs';

test('a move reaches everybody before sendAction returns', () => {
  const game = cards();
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => sit(multiplayer, game, { playerID }));
  move(p0, 'play', 'ten');
  assert.deepEqual(p0.state.G.table, ['ten']);
  assert.deepEqual(p1.state.G.table, ['ten']);
  move(p1, 'play', 'nine');
  assert.deepEqual(p0.state.G.table, ['ten', 'nine']);
});

test('the connection status changes first, then the state arrives', () => {
  const order = [];
  const tab = sit(Local(), cards(), { playerID: '0', heard: ({ type }) => order.push(type) });
  assert.deepEqual(tab.statuses, [true]);
  assert.equal(order[0], 'sync');
});

test('a move reaches two tabs of one player and two spectators', () => {
  const game = cards();
  const multiplayer = Local();
  const tabs = ['0', '0', null, undefined].map((playerID) => sit(multiplayer, game, { playerID }));
  move(tabs[0], 'play', 'ten');
  for (const { state } of tabs) assert.deepEqual(state.G.table, ['ten']);
});

test('a client whose match ID is too long is refused', async (t) => {
  const client = Client({ game: cards(), matchID: 'x'.repeat(2000), playerID: '0', multiplayer: Local(), quiet: true });
  t.after(() => client.stop());
  client.start();
  await until(() => client.connection.status === 'refused');
  assert.deepEqual(client.connection.reason, { type: 'match/not_found', message: 'game not found' });
});

test('each client gets its own view', () => {
  const game = cards();
  const multiplayer = Local();
  const [p0, p1, spectator] = ['0', '1', null].map((playerID) => sit(multiplayer, game, { playerID }));
  move(p0, 'draw', 'queen of spades');
  assert.deepEqual(p0.state.G.hands, { 0: ['ace', 'queen of spades'] });
  assert.deepEqual(p1.state.G.hands, { 1: ['king'] });
  assert.doesNotMatch(JSON.stringify(spectator.data.map(({ args }) => args[3] ?? args[1])), /spades|"ace"|"king"/);
});

test('a sync goes to the requesting tab, and to no other tab of the player', async () => {
  const game = cards();
  const multiplayer = Local();
  const [one, two] = ['0', '0'].map((playerID) => sit(multiplayer, game, { playerID }));
  await nextTask();
  two.transport.requestSync();
  await nextTask();
  assert.equal(one.of('sync').length, 1);
  assert.equal(two.of('sync').length, 2);
});

test('messages of a match reach no other match', () => {
  const game = cards();
  const multiplayer = Local();
  const [a, b] = ['a', 'b'].map((matchID) => sit(multiplayer, game, { playerID: '0', matchID }));
  move(a, 'play', 'ten');
  assert.deepEqual(a.state.G.table, ['ten']);
  assert.deepEqual(b.state.G.table, []);
});

test('clients of the same game, bots and storage share a master, whatever Local() they use', () => {
  const game = cards();
  const bots = {};
  const options = (local) => ({ playerID: '0', local });
  const play = (multiplayer) => {
    const tab = sit(multiplayer, game, options());
    move(tab, 'play', 'ten');
    return tab.state.G.table.length;
  };
  assert.equal(play(Local()), 1);
  assert.equal(play(Local()), 2);
  assert.equal(play(Local({ bots })), 1);
  assert.equal(play(Local({ bots })), 2);
  assert.equal(play(Local({ bots: {} })), 1);
  assert.equal(play(Local()), 3);
  const other = sit(Local(), cards(), options());
  assert.deepEqual(other.state.G.table, []);
});

test('clients share no objects with the master', async () => {
  const game = cards({ moves: { keep: ({ G }, thing) => { G.table.push(thing); } } });
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => sit(multiplayer, game, { playerID }));
  const thing = { name: 'ten' };
  move(p0, 'keep', thing);
  thing.name = 'forged';
  p0.state.G.table[0].name = 'forged, too';
  p1.transport.requestSync();
  await nextTask();
  assert.deepEqual(p1.state.G.table, [{ name: 'ten' }]);
});

test('a client that throws does not keep messages from others', () => {
  const game = cards();
  const multiplayer = Local();
  let isBroken = false;
  const [p0] = [sit(multiplayer, game, { playerID: '0', heard: () => { if (isBroken) throw new Error('broken client'); } })];
  const p1 = sit(multiplayer, game, { playerID: '1' });
  isBroken = true;
  quietly(() => move(p0, 'play', 'ten'));
  assert.deepEqual(p1.state.G.table, ['ten']);
});

test('after disconnect no message arrives, and a second connect works', async () => {
  const game = cards();
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => sit(multiplayer, game, { playerID }));
  await nextTask();
  p1.transport.disconnect();
  await nextTask();
  const { length } = p1.data;
  move(p0, 'play', 'ten');
  p1.transport.requestSync();
  move(p1, 'play', 'lost');
  await nextTask();
  assert.equal(p1.data.length, length);
  p1.transport.connect();
  assert.deepEqual(p1.state.G.table, ['ten']);
  assert.deepEqual(p1.statuses, [true, false, true]);
});

test('a player is connected until their last tab disconnects', async () => {
  const game = cards();
  const multiplayer = Local();
  const tabs = ['0', '1', '1'].map((playerID) => sit(multiplayer, game, { playerID }));
  await nextTask();
  const isThere = () => tabs[0].of('matchData').at(-1).args[1].map(({ isConnected }) => Boolean(isConnected));
  assert.deepEqual(isThere(), [true, true]);
  tabs[1].transport.disconnect();
  await nextTask();
  assert.deepEqual(isThere(), [true, true]);
  tabs[2].transport.disconnect();
  await nextTask();
  assert.deepEqual(isThere(), [true, false]);
});

test('updateMatchID leaves one match for another', async () => {
  const game = cards();
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => sit(multiplayer, game, { playerID, matchID: 'one' }));
  p1.transport.updateMatchID('two');
  await nextTask();
  assert.deepEqual(p1.data.at(-1).args[0], 'two');
  const { length } = p1.of('patch');
  move(p0, 'play', 'ten');
  assert.equal(p1.of('patch').length, length);
  assert.deepEqual(p1.state.G.table, []);
});

test('updatePlayerID changes the seat', () => {
  const game = cards();
  const tab = sit(Local(), game, { playerID: '0' });
  tab.transport.updatePlayerID('1');
  assert.deepEqual(tab.state.G.hands, { 1: ['king'] });
  move(tab, 'draw', 'ten');
  assert.deepEqual(tab.state.G.hands, { 1: ['king', 'ten'] });
  tab.transport.updatePlayerID(null);
  assert.deepEqual(tab.state.G.hands, {});
});

test('updates before connect and after disconnect do not connect', async () => {
  const tab = sit(Local(), cards(), { playerID: '0' });
  tab.transport.disconnect();
  const { length } = tab.data;
  tab.transport.updatePlayerID('1');
  tab.transport.updateMatchID('other');
  tab.transport.updateCredentials('secret');
  await nextTask();
  assert.equal(tab.data.length, length);
  tab.transport.connect();
  assert.equal(tab.data.at(length).args[0], 'other');
  assert.deepEqual(tab.state.G.hands, { 1: ['king'] });
});

test('a chat message reaches everybody in the match', async () => {
  const game = cards();
  const multiplayer = Local();
  const tabs = ['0', '1', null].map((playerID) => sit(multiplayer, game, { playerID }));
  const elsewhere = sit(multiplayer, game, { playerID: '1', matchID: 'other' });
  const message = { id: 'x1', sender: '0', payload: { text: 'hello' } };
  tabs[0].transport.sendChatMessage('default', message);
  await nextTask();
  for (const tab of tabs) assert.deepEqual(tab.of('chat').map(({ args }) => args[1]), [message]);
  assert.equal(elsewhere.of('chat').length, 0);
});

test('a chat message with any payload arrives as its parsed text', async () => {
  const game = cards();
  const multiplayer = Local();
  const [alice, bob] = ['0', '1'].map((playerID) => Client({ game, multiplayer, playerID, quiet: true }));
  for (const client of [alice, bob]) client.start();
  const payload = { at: new Date(0), none: NaN, rank: new (class Rank { value = 10; })(), skip: () => {} };
  alice.sendChatMessage(payload);
  await nextTask();
  assert.deepEqual(bob.chatMessages.map((message) => message.payload), [throughJSON(payload)]);
  const circle = {};
  circle.self = circle;
  assert.equal(alice.sendChatMessage(circle).status, 'rejected');
  for (const client of [alice, bob]) client.dispose();
});

test('the last change wins if a subscriber changes the seat during a change of seat', () => {
  const client = Client({ game: cards(), multiplayer: Local(), playerID: '0', quiet: true });
  client.start();
  let isFirst = true;
  const unsubscribe = client.subscribe(() => {
    if (client.playerID !== null || !isFirst) return;
    isFirst = false;
    client.updatePlayerID('1');
  });
  client.updatePlayerID(null);
  assert.equal(client.playerID, '1');
  assert.deepEqual(client.matchData.map(({ isConnected = false }) => isConnected), [false, true]);
  unsubscribe();
  client.dispose();
});

test('persist keeps matches in localStorage', (t) => {
  const { texts } = withLocalStorage(t);
  const first = sit(Local({ persist: true, storageKey: 'mine' }), cards(), { playerID: '0' });
  move(first, 'play', 'ten');
  // Another game object has another master, as after a reload.
  const second = sit(Local({ persist: true, storageKey: 'mine' }), cards(), { playerID: '0' });
  assert.deepEqual(second.state.G.table, ['ten']);
  assert.ok([...texts.keys()].every((key) => key.startsWith('mine')), [...texts.keys()].join());
  const other = sit(Local({ persist: true, storageKey: 'other' }), cards(), { playerID: '0' });
  assert.deepEqual(other.state.G.table, []);
});

test('over a slow network every message takes the latency', async () => {
  const game = cards();
  const net = network({ latency: 50 });
  const multiplayer = Local({ network: net });
  const [p0, p1] = ['0', '1'].map((playerID) => sit(multiplayer, game, { playerID }));
  assert.equal(p0.state, null);
  await net.run(99);
  assert.equal(p0.state, null);
  await net.run();
  move(p0, 'play', 'ten');
  await net.run(99);
  assert.deepEqual(p1.state.G.table, []);
  await net.run(1);
  assert.deepEqual(p1.state.G.table, ['ten']);
  assert.equal(p0.transport.clock, net.clock);
});

test('clients on different networks play with one master', async () => {
  const game = cards();
  const slow = network({ latency: 100 });
  const fast = network({ latency: 10, clock: slow.clock });
  const p0 = sit(Local({ network: slow }), game, { playerID: '0' });
  const p1 = sit(Local({ network: fast }), game, { playerID: '1' });
  await slow.run();
  move(p1, 'play', 'ten');
  await slow.run();
  assert.deepEqual(p0.state.G.table, ['ten']);
});

test('when the network goes down the connection is lost, and when it comes back the client reconnects', async () => {
  const game = cards();
  const net = network({ latency: 10 });
  const p0 = sit(Local({ network: net }), game, { playerID: '0' });
  const p1 = sit(Local(), game, { playerID: '1' });
  await net.run();
  net.disconnect();
  await nextTask();
  const isThere = () => p1.of('matchData').at(-1).args[1].map(({ isConnected }) => Boolean(isConnected));
  assert.deepEqual(isThere(), [false, true]);
  move(p1, 'play', 'ten');
  move(p0, 'play', 'lost');
  await net.run();
  assert.deepEqual(p0.state.G.table, []);
  net.reconnect();
  await net.run();
  assert.deepEqual(p0.statuses, [true, false, true]);
  assert.deepEqual(p0.state.G.table, ['ten']);
  assert.deepEqual(isThere(), [true, true]);
});

test('a client started while the network is down connects when it comes up', async () => {
  const net = network();
  net.disconnect();
  const tab = sit(Local({ network: net }), cards(), { playerID: '0' });
  await net.run();
  assert.equal(tab.transport.isConnected, false);
  net.reconnect();
  await net.run();
  assert.equal(tab.transport.isConnected, true);
  assert.deepEqual(tab.state.G.table, []);
});

test('after disconnect nothing is left on the network', async () => {
  const net = network({ latency: 1000, loss: 0.1 });
  const tab = sit(Local({ network: net }), cards(), { playerID: '0' });
  tab.transport.disconnect();
  await net.run();
  assert.equal(net.now, 0);
  net.disconnect();
  net.reconnect();
  await net.run();
  assert.deepEqual(tab.data, []);
  assert.deepEqual(tab.statuses, [true, false]);
});

test('latency alone makes a network in real time', async () => {
  const tab = sit(Local({ latency: 5 }), cards(), { playerID: '0' });
  assert.equal(tab.state, null);
  await until(() => tab.state !== null);
  assert.deepEqual(tab.state.G.table, []);
  tab.transport.disconnect();
});

test('in production a move on Local is confirmed when it returns, notified once, and run once in its page', (t) => {
  inProduction(t);
  let runs = 0;
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { runs += 1; G.n += 1; } } };
  const client = Client({ game, playerID: '0', multiplayer: Local() });
  t.after(() => client.dispose());
  client.start();
  let told = 0;
  client.subscribe(() => { told += 1; });
  told = 0;
  const handle = client.moves.add();
  assert.deepEqual([handle.status, client.getState().G.n, told, runs], ['confirmed', 1, 1, 1]);
  const refused = client.moves.add;
  client.updatePlayerID('1');
  assert.equal(refused().error.type, 'action/inactive_player');
});

test('playerID and matchID may be numbers, and become strings', () => {
  const game = cards();
  const multiplayer = Local();
  const [one, two] = [sit(multiplayer, game, { playerID: 0, matchID: 0 }), sit(multiplayer, game, { playerID: '1', matchID: '0' })];
  assert.deepEqual([one.transport.playerID, one.transport.matchID], ['0', '0']);
  move(one, 'play', 'ten');
  assert.deepEqual([one.state.G.hands, two.state.G.table], [{ 0: ['ace'] }, ['ten']]);
  one.transport.updatePlayerID(1);
  assert.deepEqual([one.transport.playerID, one.state.G.hands], ['1', { 1: ['king'] }]);
  one.transport.updateMatchID(7);
  two.transport.updateMatchID('7');
  move(two, 'play', 'nine');
  assert.deepEqual([one.transport.matchID, one.state.G.table], ['7', ['nine']]);
  for (const { transport } of [one, two]) transport.disconnect();
});

for (const [what, first, answer, isThere] of [
  ['stops, and is started', (client) => client.stop(), (client) => client.start(), true],
  ['stops, and is started, stopped and started', (client) => client.stop(), (client) => [client.start(), client.stop(), client.start()], true],
  ['changes its seat, and is stopped', (client) => client.updatePlayerID(null), (client) => client.stop(), false],
]) {
  test(`a client that ${what} by a subscriber ends where the last call sent it, once`, () => {
    const game = cards();
    const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local(), quiet: true }));
    for (const client of [p0, p1]) client.start();
    const connected = () => p1.matchData.map(({ isConnected }) => isConnected);
    assert.deepEqual(connected(), [true, true]);
    let isHeard = false;
    p1.subscribe(() => {
      if (isHeard || connected()[0]) return;
      isHeard = true;
      answer(p0);
    });
    first(p0);
    assert.ok(isHeard);
    assert.deepEqual([p0.getState()?.isConnected ?? false, connected()], [isThere, [isThere, true]]);
    p0.dispose();
    assert.deepEqual(connected(), [false, true]);
    p1.dispose();
  });
}

test('with fresh, only clients of the same object share matches', () => {
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  const [one, other] = [Local({ fresh: true }), Local({ fresh: true })];
  const [ann, bob, carol, dave] = [one, one, other, Local()].map((multiplayer, i) => Client({ game, playerID: String(i % 2), multiplayer }));
  for (const client of [ann, bob, carol, dave]) client.start();
  ann.moves.add();
  assert.deepEqual([ann, bob, carol, dave].map((client) => client.getState().G.n), [1, 1, 0, 0]);
  for (const client of [ann, bob, carol, dave]) client.stop();
});
