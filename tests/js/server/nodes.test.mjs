// Several nodes with one storage: each sends the changes of the others to its connections.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { cards } from '../multiplayer/transports.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const { moves, ...rules } = cards({ name: 'cards' });
const GAME = { ...rules, moves: { ...moves, never: () => 'INVALID_MOVE' } };

/** Nodes with player 0 at the first and player 1 at the second. */
async function table(t, options = {}) {
  const nodes = openNodes({ game: GAME, ...options });
  t.after(nodes.close);
  const [p0, p1] = [nodes.sit('0', { at: 0 }), nodes.sit('1', { at: 1 })];
  await until(() => p0.client.getState() && p1.client.getState());
  await quiet();
  for (const { heard } of [p0, p1]) heard.splice(0);
  return { ...nodes, p0, p1 };
}

const types = (seat) => seat.heard.splice(0).map(({ type }) => type);
const shown = ({ client }) => client.getState().G;

test('a move at one node appears at the other as a patch, and each viewer sees only their view', async (t) => {
  const { p0, p1, notices, storage } = await table(t);
  notices.splice(0);
  const played = p0.client.moves.play('ace');
  assert.deepEqual(await played.confirmed, { status: 'confirmed' });
  await quiet();
  assert.deepEqual(notices, [{ what: 'state', gameName: 'cards', matchID: 'm', storage: storage.fetchStorageID(), node: notices[0].node }]);
  assert.deepEqual([types(p0), types(p1)], [['patch'], ['patch']]);
  assert.deepEqual([shown(p0).table, shown(p1).table], [['ace'], ['ace']]);
  await p0.client.moves.draw('queen').confirmed;
  await quiet();
  assert.deepEqual(shown(p0).hands, { 0: ['ace', 'queen'] });
  assert.deepEqual(shown(p1).hands, { 1: ['king'] });
  assert.deepEqual(p1.client.log.map(({ action }) => action.payload.type), ['play', 'draw']);
  assert.ok(!JSON.stringify(p1.heard).includes('"G/hands/0') && !JSON.stringify(notices).includes('queen'));
});

test('messages of servers with another storage on the same channel are ignored', async (t) => {
  const { p0, p1, nodes: [, second], storage } = await table(t);
  const message = { id: 'x', sender: '0', payload: 'forged' };
  let reads = 0;
  second.storage.before = () => { reads += 1; };
  for (const name of [undefined, null, 'another', { id: storage.fetchStorageID() }]) {
    second.node.receive({ what: 'chat', gameName: 'cards', matchID: 'm', message, storage: name });
    second.node.receive({ what: 'state', gameName: 'cards', matchID: 'm', storage: name });
    second.node.receive({ what: 'nodes', storage: name });
  }
  await quiet();
  assert.deepEqual([p1.client.chatMessages, reads], [[], 0]);
  p0.client.sendChatMessage('hello');
  await quiet();
  assert.deepEqual(p1.client.chatMessages.map(({ payload }) => payload), ['hello']);
});

test("a node that cannot read its storage's ID receives notices once it can", async (t) => {
  const storage = new InMemory();
  const storages = [1, 2].map(() => slowStorage(storage, { compares: true, delay: () => 0 }));
  storages[1].before = (method) => { if (method === 'fetchStorageID') throw new Error('cut off'); };
  const { p0, p1, errors } = await table(t, { storage, storages });
  await p0.client.moves.play('ace').confirmed;
  await quiet();
  assert.deepEqual(shown(p1).table, []);
  assert.match(errors[0].message, /cut off/);
  storages[1].before = () => {};
  await p0.client.moves.draw('queen').confirmed;
  await quiet();
  assert.deepEqual(shown(p1).table, ['ace']);
});

test('notices that arrive while one waits are merged', async (t) => {
  const { p0, p1, nodes: [, second], storage } = await table(t);
  let reads = 0;
  second.storage.before = (method, matchID, wanted) => { if (method === 'fetch' && wanted.state) reads += 1; };
  await Promise.all(['one', 'two', 'three', 'four'].map((card) => p0.client.moves.play(card).confirmed));
  for (let i = 0; i < 50; i += 1) second.node.receive({ what: 'state', gameName: 'cards', matchID: 'm' });
  await quiet();
  assert.ok(reads <= 5, `${reads} reads`);
  assert.deepEqual(shown(p1).table, storage.fetch('m', { state: true }).state.G.table);
  assert.equal(p1.client.log.length, 4);
});

test('a move on top of a state that this node has not sent yet sends both, and the sender needs no sync', async (t) => {
  // No notice arrives.
  const { p0, p1 } = await table(t, { carry: () => {} });
  await p0.client.moves.play('ace').confirmed;
  await quiet();
  assert.deepEqual([types(p1), shown(p1).table], [[], []]);
  assert.deepEqual(await p1.client.moves.play('king').confirmed, { status: 'confirmed' });
  assert.deepEqual(types(p1), ['patch', 'patch']);
  assert.deepEqual(shown(p1).table, ['ace', 'king']);
  assert.deepEqual(p1.client.log.map(({ action }) => action.payload.args[0]), ['ace', 'king']);
});

test('a move that loses the race starts again, on a state that was sent first', async (t) => {
  const { p0, p1 } = await table(t, { carry: () => {}, delay: () => 3 });
  const answers = await Promise.all([p0.client.moves.play('ace').confirmed, p1.client.moves.play('king').confirmed]);
  assert.deepEqual(answers, [{ status: 'confirmed' }, { status: 'confirmed' }]);
  await quiet();
  const late = [p0, p1].find((seat) => shown(seat).table.length === 2);
  assert.deepEqual(types(late), ['patch', 'patch']);
});

test('a client that connects to a node receives what it has missed, and so do all clients there', async (t) => {
  const { p0, p1, sit } = await table(t, { carry: () => {} });
  await p0.client.moves.play('ace').confirmed;
  const spectator = sit(null, { at: 1 });
  await until(() => spectator.client.getState());
  assert.deepEqual([shown(spectator).table, shown(p1).table], [['ace'], ['ace']]);
  await p1.client.moves.play('king').confirmed;
  assert.deepEqual(spectator.heard.map(({ type }) => type).filter((type) => type !== 'matchData'), ['sync', 'patch']);
});

test('an author receives the result of a move at the node to which they have switched', async (t) => {
  const { p0, clock } = await table(t, { delay: () => 5 });
  const played = p0.client.moves.play('ace');
  const refused = p0.client.moves.draw();
  p0.goTo(1);
  const answers = Promise.all([played.confirmed, refused.confirmed]);
  await quiet();
  await clock.run(5000);
  assert.deepEqual((await answers).map(({ status }) => status), ['confirmed', 'confirmed']);
  assert.deepEqual(shown(p0).table, ['ace']);
});

test('a chat message arrives at all nodes, once', async (t) => {
  const { p0, p1 } = await table(t);
  p0.client.sendChatMessage('hello');
  await quiet();
  for (const { client } of [p0, p1]) assert.deepEqual(client.chatMessages.map(({ payload }) => payload), ['hello']);
});

test('the player list is sent at all nodes, and only when it has changed', async (t) => {
  const { p0, p1, nodes: [first, second], storage } = await table(t);
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { ...metadata.players[0], name: 'Ann', credentials: 'SECRET' } } });
  await first.hub.sendMatchData('m');
  await quiet();
  for (const seat of [p0, p1]) {
    assert.equal(seat.client.matchData[0].name, 'Ann');
    assert.deepEqual(types(seat), ['matchData']);
  }
  await second.node.lookAgain();
  assert.deepEqual(types(p1), []);
});

test('the next read makes up for a lost notice, even if the storage has failed meanwhile', async (t) => {
  const { p0, p1, nodes: [, second] } = await table(t, { carry: () => {} });
  await p0.client.moves.play('ace').confirmed;
  second.storage.before = () => { throw new Error('cut off'); };
  await second.node.lookAgain();
  assert.deepEqual(shown(p1).table, []);
  second.storage.before = () => {};
  await second.node.lookAgain();
  assert.deepEqual(shown(p1).table, ['ace']);
});

test('a stored move whose result its node did not receive appears at the other when its author sends it again', async (t) => {
  const { p0, p1, nodes: [first], clock } = await table(t);
  first.storage.before = (method) => { first.storage.after = method === 'compareAndSetState' ? lost : () => {}; };
  const played = p0.client.moves.play('ace');
  await quiet();
  assert.deepEqual(shown(p1).table, []);
  await clock.run(5000);
  assert.deepEqual(await played.confirmed, { status: 'confirmed' });
  await quiet();
  assert.deepEqual(shown(p1).table, ['ace']);

  function lost() {
    first.storage.before = first.storage.after = () => {};
    throw new Error('cut off');
  }
});

test('a node whose bus is back reads again, and makes the others read', async (t) => {
  const { p0, p1, nodes: [first] } = await table(t, { carry: (deliver, { what }) => what === 'missed' && deliver() });
  await p0.client.moves.play('ace').confirmed;
  await quiet();
  assert.deepEqual(shown(p1).table, []);
  first.regained();
  await quiet();
  assert.deepEqual(shown(p1).table, ['ace']);
  await p1.client.moves.play('king').confirmed;
  first.regained();
  await quiet();
  assert.deepEqual(shown(p0).table, ['ace', 'king']);
});

test('a dead bus without an error is detected, and nodes read their matches until notices arrive again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let isDead = false;
  const { p0, p1, nodes, notices } = await table(t, { storage: withLeases(), carry: (deliver) => isDead || deliver() });
  for (const { node } of nodes) await node.start();
  const beats = async (count) => {
    for (let i = 0; i < count; i += 1) {
      t.mock.timers.tick(1000);
      await quiet();
    }
  };
  await beats(5);
  isDead = true;
  notices.splice(0);
  await p0.client.moves.play('ace').confirmed;
  await beats(4);
  assert.deepEqual(shown(p1).table, ['ace']);
  await p1.client.moves.play('king').confirmed;
  await beats(3);
  assert.deepEqual(shown(p0).table, ['ace', 'king']);
  // Between the last read and its end.
  await p0.client.moves.play('queen').confirmed;
  isDead = false;
  await beats(2);
  assert.deepEqual(shown(p1).table, ['ace', 'king', 'queen']);
  // The counters of the others say that it may have missed more.
  await beats(2);
  const looks = t.mock.method(nodes[1].storage, 'fetch').mock;
  await beats(5);
  assert.equal(looks.callCount(), 0, 'a node that receives notices does not read');
});

test('a single lost notice is detected a few beats later, and notices before the first beat of a process may have been lost', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let isLost = true;
  const { p0, p1, nodes } = await table(t, { storage: withLeases(), carry: (deliver) => isLost || deliver() });
  for (const { node } of nodes) await node.start();
  for (const { node } of nodes) await node.renewLease();
  const beat = async () => {
    t.mock.timers.tick(1000);
    await quiet();
  };
  await p0.client.moves.play('ace').confirmed;
  isLost = false;
  await beat();
  await beat();
  assert.deepEqual(shown(p1).table, ['ace']);
  isLost = true;
  await p1.client.moves.play('king').confirmed;
  isLost = false;
  // Messages since the last beat may still be in transit at the next one.
  for (let i = 0; i < 3; i += 1) await beat();
  assert.deepEqual(shown(p0).table, ['ace', 'king']);
  await beat();
  const looks = nodes.map(({ storage }) => t.mock.method(storage, 'fetch').mock);
  for (let i = 0; i < 5; i += 1) await beat();
  assert.deepEqual(looks.map((look) => look.callCount()), [0, 0], 'a node that misses nothing does not read');
});

/** Returns a storage whose leases do not expire. */
function withLeases() {
  const alive = new Set();
  return Object.assign(new InMemory(), {
    renewLease: (nodeID) => alive.has(nodeID) || !alive.add(nodeID),
    fetchLeases: () => [...alive],
    endLease: (nodeID) => { alive.delete(nodeID); },
  });
}

test('an invalid notice is dropped', async (t) => {
  const { nodes: [first], p0, errors, storage } = await table(t);
  const here = { storage: storage.fetchStorageID() };
  const odd = [undefined, null, 7, [], {}, { what: 'state' }, { what: 'state', gameName: 'cards', matchID: 7 },
    { what: 'state', gameName: 'other', matchID: 'm' }, { what: 'state', gameName: 'cards', matchID: 'unknown' },
    { what: 'chat', gameName: 'cards', matchID: 'm', message: 7 }, { what: 'toString', gameName: 'cards', matchID: 'm' }, { what: 'state', gameName: '__proto__', matchID: '__proto__' }];
  for (const notice of odd) for (const where of [{}, here]) first.node.receive(notice && typeof notice === 'object' ? Object.assign(notice, where) : notice);
  await quiet();
  assert.deepEqual([types(p0), errors], [[], []]);
});

test('a client that asks again before a slow node has answered gets one answer to both', async (t) => {
  const { nodes: [first] } = await table(t, { delay: () => 5 });
  const heard = [];
  const connection = first.hub.connect((text) => heard.push(JSON.parse(text).type));
  const sync = { type: 'sync', args: ['m', null, undefined, 2] };
  const answers = [connection.receive(sync), connection.receive({ ...sync })];
  await Promise.all(answers);
  assert.deepEqual(heard.filter((type) => type === 'sync').length, 1);
  await connection.receive({ ...sync });
  assert.deepEqual(heard.filter((type) => type === 'sync').length, 2);
});
