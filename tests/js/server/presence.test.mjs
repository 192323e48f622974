// Presence at all nodes: sent to all clients, removed at a clean end, expired after a crash.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { Lease } from '../../../pkg-server/lib/nodes/lease.js';
import { Node } from '../../../pkg-server/lib/nodes/node.js';
import { Presence } from '../../../pkg-server/lib/nodes/presence.js';
import { InMemory } from '../../../pkg-server/lib/storage/in-memory.js';
import { quiet, until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'talk',
  setup: () => ({ said: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { say: ({ G }) => { G.said += 1; } },
};

/** Leases of a test: `alive` has the nodes with a valid lease. */
function storageWithLeases() {
  const storage = new InMemory();
  const alive = new Set();
  Object.assign(storage, {
    renewLease(nodeID) {
      const wasAlive = alive.has(nodeID);
      alive.add(nodeID);
      return wasAlive;
    },
    fetchLeases: () => [...alive],
    endLease: (nodeID) => { alive.delete(nodeID); },
  });
  return { storage, alive };
}

async function table(t, options = {}) {
  const { storage, alive } = storageWithLeases();
  const nodes = openNodes({ game: GAME, storage, ...options });
  t.after(nodes.close);
  const names = [];
  for (const { node } of nodes.nodes) {
    const before = new Set(alive);
    await node.start();
    names.push([...alive].find((name) => !before.has(name)));
  }
  await quiet();
  const metadata = () => storage.fetch('m', { metadata: true }).metadata;
  return { ...nodes, storage, alive, names, metadata };
}

async function seated(seat) {
  await until(() => seat.client.getState());
  await quiet();
}

const connected = (seat) => seat.client.matchData.filter(({ isConnected }) => isConnected).map(({ id }) => id);

test('a player with connections at two nodes is connected until the last one has closed', async (t) => {
  const { sit, metadata, names, storage } = await table(t);
  const [first, second, other] = [sit('0', { at: 0 }), sit('0', { at: 1 }), sit('1', { at: 1 })];
  for (const seat of [first, second, other]) await seated(seat);
  assert.deepEqual(metadata()._connections, { 0: names, 1: [names[1]] });
  first.client.stop();
  await quiet();
  assert.deepEqual([metadata()._connections, connected(other)], [{ 0: [names[1]], 1: [names[1]] }, [0, 1]]);
  second.client.stop();
  await quiet();
  assert.deepEqual([metadata()._connections, connected(other)], [{ 1: [names[1]] }, [1]]);
  assert.equal(storage.fetch('m', { metadata: true }).metadata.players[0].isConnected, false);
});

test('clients never receive the nodes of connections', async (t) => {
  const { sit, names } = await table(t);
  const seats = [sit('0', { at: 0 }), sit('1', { at: 1 }), sit(null, { at: 1 })];
  for (const seat of seats) await seated(seat);
  const text = JSON.stringify(seats.map(({ heard }) => heard));
  for (const name of names) assert.ok(!text.includes(name));
  assert.ok(!text.includes('_connections'));
});

test("a player at a crashed node is disconnected when the node's lease has expired", async (t) => {
  const { storage, sit, alive, names, nodes: [, second], metadata } = await table(t);
  const [p0, p1] = [sit('0', { at: 0 }), sit('1', { at: 1 })];
  for (const seat of [p0, p1]) await seated(seat);
  assert.deepEqual(connected(p1), [0, 1]);
  // The first node is silent from now on.
  alive.delete(names[0]);
  second.node.receive({ what: 'nodes', storage: storage.fetchStorageID() });
  await quiet();
  assert.deepEqual(connected(p1), [1]);
  assert.deepEqual(metadata()._connections, { 1: [names[1]] });
  const late = sit('1', { at: 1 });
  await seated(late);
  assert.deepEqual(connected(late), [1]);
});

test('the presence that a crash has left is detected at the first read of a match, and is corrected', async (t) => {
  const { storage, sit, metadata, names } = await table(t);
  const match = createMatch({ game: GAME, numPlayers: 2 });
  const players = { 0: { id: 0, isConnected: true }, 1: { id: 1, name: 'Ann', isConnected: true } };
  storage.createMatch('m', { ...match, metadata: { ...match.metadata, players, _connections: { 0: ['crashed'], 1: 7 } } });
  const p1 = sit('1', { at: 1 });
  await seated(p1);
  await quiet();
  assert.deepEqual([connected(p1), metadata()._connections], [[1], { 1: [names[1]] }]);
});

test('a node whose lease had expired stores its connections again', async (t) => {
  const { storage, sit, alive, names, nodes: [first, second], metadata } = await table(t);
  const [p0, p1] = [sit('0', { at: 0 }), sit('1', { at: 1 })];
  for (const seat of [p0, p1]) await seated(seat);
  // As if its process had paused.
  alive.delete(names[0]);
  second.node.receive({ what: 'nodes', storage: storage.fetchStorageID() });
  await quiet();
  assert.deepEqual(connected(p1), [1]);
  await first.node.renewLease();
  await quiet();
  second.node.receive({ what: 'nodes', storage: storage.fetchStorageID() });
  await quiet();
  assert.deepEqual([connected(p1), metadata()._connections], [[0, 1], { 0: [names[0]], 1: [names[1]] }]);
});

test('a clean end releases the lease, and all clients are notified', async (t) => {
  const { sit, alive, names, nodes: [first], metadata } = await table(t);
  const [p0, p1] = [sit('0', { at: 0 }), sit('1', { at: 1 })];
  for (const seat of [p0, p1]) await seated(seat);
  await first.hub.close();
  await first.node.close();
  await quiet();
  assert.deepEqual([...alive], [names[1]]);
  assert.deepEqual([connected(p1), metadata()._connections], [[1], { 1: [names[1]] }]);
});

test('moves keep the presence that the other node has stored', async (t) => {
  const { sit, metadata, names } = await table(t);
  const [p0, p1] = [sit('0', { at: 0 }), sit('1', { at: 1 })];
  for (const seat of [p0, p1]) await seated(seat);
  await p0.client.moves.say().confirmed;
  await p1.client.moves.say().confirmed;
  await quiet();
  assert.deepEqual(metadata()._connections, { 0: [names[0]], 1: [names[1]] });
  assert.deepEqual(connected(p0), [0, 1]);
});

test('no player counts as gone because the storage cannot be read', async () => {
  const { storage, alive } = storageWithLeases();
  const failures = [];
  const lease = new Lease(storage, { changed() {}, lapsed() {}, failed: (error) => failures.push(error.message) });
  alive.add('other');
  await lease.start();
  assert.equal(lease.isAlive('other'), true);
  storage.fetchLeases = () => { throw new Error('cut off'); };
  await lease.look();
  assert.deepEqual([lease.isAlive('other'), failures], [true, ['cut off']]);
  storage.fetchLeases = () => [];
  await lease.look();
  assert.equal(lease.isAlive('other'), false);
  await lease.end();
});

test('an unknown node counts until the storage has been read', async () => {
  const { storage, alive } = storageWithLeases();
  const lease = new Lease(storage, { changed() {}, lapsed() {}, failed() {} });
  await lease.start();
  assert.deepEqual([lease.isAlive('new'), lease.isAlive('crashed')], [true, true]);
  alive.add('new');
  await lease.look();
  assert.deepEqual([lease.isAlive('new'), lease.isAlive('crashed')], [true, false]);
  await lease.end();
});

test('a failing storage is not read for each node separately, and one read covers all', async () => {
  const { storage } = storageWithLeases();
  let looks = 0;
  let isAway = false;
  storage.fetchLeases = () => {
    looks += 1;
    if (isAway) throw new Error('cut off');
    return [];
  };
  const lease = new Lease(storage, { changed() {}, lapsed() {}, failed() {} });
  await lease.start();
  isAway = true;
  for (let i = 0; i < 100; i += 1) assert.equal(lease.isAlive(`gone ${i}`), true);
  await quiet();
  for (let i = 0; i < 100; i += 1) assert.equal(lease.isAlive(`gone ${i}`), true);
  await quiet();
  assert.equal(looks, 2);
  isAway = false;
  await lease.renew();
  assert.deepEqual([lease.isAlive('gone 7'), looks], [false, 3]);
  assert.equal(lease.isAlive('gone as well'), true);
  await quiet();
  assert.deepEqual([lease.isAlive('gone 7'), lease.isAlive('gone as well'), looks], [false, false, 4]);
  await lease.end();
});

test('any value in the metadata for connections can be read', () => {
  const lease = new Lease(new InMemory(), { changed() {}, lapsed() {}, failed() {} });
  const presence = new Presence(lease);
  const players = { 0: { id: 0 }, 1: { id: 1, isConnected: true } };
  for (const _connections of [undefined, null, 7, [], 'x', { 0: 7, 1: [7, null, {}] }, { toString: ['x'] }]) {
    const seen = presence.seen({ players, _connections });
    assert.deepEqual(Object.values(seen.players).map(({ isConnected }) => Boolean(isConnected)), [false, false]);
  }
});

test('a node that was started twice renews nothing after its end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const calls = [];
  const storage = new InMemory();
  for (const method of ['renewLease', 'endLease']) storage[method] = async () => calls.push(method);
  const node = new Node({ storage, leaseMilliseconds: 300 });
  await node.start();
  await node.start();
  await node.close();
  t.mock.timers.tick(1000);
  assert.deepEqual(calls, ['renewLease', 'renewLease', 'endLease']);
});
