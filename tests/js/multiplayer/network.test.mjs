// The faulty network of rondel/testing, on its own clock.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { reporting } from '../support/console.mjs';

/** Sends the numbers below `count`, one every `every` ms; returns the arrivals: [number, time]. */
async function arrivals(net, count, every = 0) {
  const seen = [];
  const link = net.link((n) => seen.push([n, net.now]));
  for (let n = 0; n < count; n++) {
    link.send(n);
    if (every > 0) await net.run(every);
  }
  await net.run();
  return seen;
}

const numbers = (seen) => seen.map(([n]) => n);

test('a message arrives after the latency, and never at once', async () => {
  const net = network({ latency: 50 });
  const seen = [];
  const link = net.link((message) => seen.push([message, net.now]));
  link.send({ hello: 'world' });
  assert.deepEqual(seen, []);
  await net.run(49);
  assert.deepEqual(seen, []);
  await net.run(1);
  assert.deepEqual(seen, [[{ hello: 'world' }, 50]]);
});

test('the clock does not advance until run(), and run() without a duration goes on while something happens', async () => {
  const net = network({ latency: 1000 });
  const seen = [];
  const back = net.link((n) => seen.push(n));
  const there = net.link((n) => back.send(n + 1));
  there.send(1);
  assert.equal(net.now, 0);
  await net.run();
  assert.deepEqual(seen, [2]);
  assert.equal(net.now, 2000);
});

test('run() without a duration stops when nothing is scheduled for ten seconds', async () => {
  const net = network({ latency: 1000 });
  let rounds = 0;
  const seldom = () => net.clock.setTimeout(() => { rounds++; seldom(); }, 20_000);
  seldom();
  const seen = [];
  net.link((n) => seen.push(n)).send(1);
  await net.run();
  assert.deepEqual([seen, rounds, net.now], [[1], 0, 1000]);
  await net.run(60_000);
  assert.equal(rounds, 3);
});

test('run() waits for promises between two deliveries', async () => {
  const net = network({ latency: 10 });
  const seen = [];
  const answer = net.link((n) => seen.push([n, net.now]));
  const ask = net.link(async (n) => {
    for (let i = 0; i < 50; i++) await null;
    answer.send(n);
  });
  ask.send('a');
  await net.run();
  assert.deepEqual(seen, [['a', 20]]);
});

test('messages arrive as copies with JSON semantics', async () => {
  const net = network();
  const sent = { list: [1], nothing: undefined };
  let received;
  net.link((message) => { received = message; }).send(sent);
  sent.list.push(2);
  await net.run();
  assert.deepEqual(received, { list: [1] });
});

test('with jitter, the messages of a link keep their order', async () => {
  const seen = await arrivals(network({ seed: 3, latency: 10, jitter: 100 }), 50, 3);
  assert.deepEqual(numbers(seen), [...Array(50).keys()]);
  assert.ok(new Set(seen.map(([n, at]) => at - 3 * n)).size > 5, 'delays differ');
});

test('with reorder, later messages overtake some, and all arrive', async () => {
  const seen = numbers(await arrivals(network({ seed: 3, latency: 10, jitter: 10, reorder: 0.3 }), 50, 3));
  assert.notDeepEqual(seen, [...Array(50).keys()]);
  assert.deepEqual(seen.toSorted((a, b) => a - b), [...Array(50).keys()]);
});

test('loss drops about the given share', async () => {
  const { length } = await arrivals(network({ seed: 5, loss: 0.25 }), 1000);
  assert.ok(length > 700 && length < 800, `${length}`);
});

test('duplicate delivers about the given share twice', async () => {
  const { length } = await arrivals(network({ seed: 5, duplicate: 0.25 }), 1000);
  assert.ok(length > 1200 && length < 1300, `${length}`);
});

test('the same seed gives the same network, another seed another', async () => {
  const options = { latency: 5, jitter: 20, loss: 0.1, duplicate: 0.1, reorder: 0.1 };
  const run = (seed) => arrivals(network({ ...options, seed }), 100, 2);
  assert.deepEqual(await run(11), await run(11));
  assert.notDeepEqual(await run(11), await run(12));
});

test('conditions may change while messages are in flight', async () => {
  const net = network({ loss: 1 });
  assert.deepEqual(await arrivals(net, 3), []);
  net.loss = 0;
  net.latency = 7;
  assert.deepEqual(await arrivals(net, 1), [[0, 7]]);
});

test('run() without a duration throws if every message is lost, and run(ms) advances the clock', async (t) => {
  const net = network({ loss: 1 });
  const client = Client({ game: { name: 'lost', moves: {} }, playerID: '0', multiplayer: Local({ network: net, fresh: true }), quiet: true });
  t.after(() => client.dispose());
  client.start();
  await assert.rejects(net.run(), { code: 'testing/endless', message: /loss of 1.*the milliseconds to run\(\)/ });
  net.loss = 0;
  await net.run(60_000);
  assert.deepEqual([client.getState().isConnected, client.connection.status], [true, 'connected']);
  await net.run();
});

test('disconnect drops messages in flight and later ones, and notifies watchers', async () => {
  const net = network({ latency: 10 });
  const [seen, told] = [[], []];
  const unwatch = net.watch((isConnected) => told.push(isConnected));
  const link = net.link((n) => seen.push(n));
  link.send(1);
  net.disconnect();
  net.disconnect();
  link.send(2);
  assert.equal(net.isConnected, false);
  net.reconnect();
  link.send(3);
  await net.run();
  assert.deepEqual(seen, [3]);
  assert.deepEqual(told, [false, true]);
  unwatch();
  net.disconnect();
  assert.equal(told.length, 2);
});

test('a watcher that throws is reported, and the others are notified', () => {
  const net = network();
  const seen = [];
  net.watch(() => { throw 'not now'; });
  net.watch((isConnected) => seen.push(isConnected));
  const { reports } = reporting(() => {
    net.disconnect();
    net.reconnect();
  });
  assert.deepEqual(seen, [false, true]);
  assert.deepEqual(reports, ['not now', 'not now']);
});

test('a closed link delivers nothing more', async () => {
  const net = network({ latency: 10 });
  const seen = [];
  const link = net.link((n) => seen.push(n));
  link.send(1);
  link.close();
  link.send(2);
  await net.run();
  assert.deepEqual(seen, []);
  assert.equal(net.now, 0);
});

test('two networks may share a clock, and fail independently', async () => {
  const slow = network({ latency: 30 });
  const fast = network({ latency: 10, clock: slow.clock });
  const seen = [];
  slow.link(() => seen.push(['slow', slow.now])).send(1);
  fast.link(() => seen.push(['fast', fast.now])).send(1);
  await fast.run();
  assert.deepEqual(seen, [['fast', 10], ['slow', 30]]);
});

test('run() goes on until clients have recovered lost messages', async (t) => {
  const net = network({ latency: 50 });
  const [alice, bob] = await cellsMatch(t, net);
  const handles = [];
  for (const cell of [0, 1]) {
    handles.push(alice.moves.mark(cell));
    // The move arrives; the master's messages to both clients are lost.
    net.loss = 1;
    await net.run(50);
    net.loss = 0;
  }
  await net.run();
  assert.deepEqual(handles.map(({ status }) => status), ['confirmed', 'confirmed']);
  assert.deepEqual(bob.getState().G, { cells: ['0', '0'] });
});

test('run() recovers lost messages on a network that keeps losing some', async (t) => {
  for (const seed of Array(20).keys()) {
    const net = network({ seed, latency: 20, jitter: 10, loss: 0.4 });
    const [alice, bob] = await cellsMatch(t, net);
    const handles = [alice.moves.mark(0), alice.moves.mark(1)];
    await net.run();
    assert.deepEqual(handles.map(({ status }) => status), ['confirmed', 'confirmed'], `seed ${seed}`);
    assert.deepEqual(bob.getState().G, { cells: ['0', '0'] }, `seed ${seed}`);
  }
});

test('run() recovers lost messages of all networks on its clock', async (t) => {
  const net = network({ latency: 50 });
  const [alice, bob] = await cellsMatch(t, net);
  const other = network({ clock: net.clock });
  alice.moves.mark(0);
  net.loss = 1;
  await net.run(50);
  net.loss = 0;
  await other.run();
  assert.deepEqual(bob.getState().G, { cells: ['0', null] });
});

test('run() ends if the receivers of lost messages no longer exist or never request them', async () => {
  const net = network({ loss: 1 });
  const [gone, silent] = [net.link(() => {}), net.link(() => {})];
  gone.send(1);
  gone.close();
  silent.send(1);
  await net.run();
  assert.equal(net.now, 0);
});

/** Two players of one match, connected. */
async function cellsMatch(t, net) {
  const game = { setup: () => ({ cells: [null, null] }), moves: { mark: ({ G, playerID }, i) => { G.cells[i] = playerID; } } };
  const multiplayer = Local({ network: net, fresh: true });
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, quiet: true }));
  for (const client of clients) {
    client.start();
    t.after(client.stop);
  }
  await net.run();
  return clients;
}

test('in real time, messages arrive by themselves', async () => {
  const net = network({ clock: 'real', latency: 1 });
  assert.equal(await new Promise((done) => net.link(done).send('here')), 'here');
});

test("a custom network carries messages as well, and its sides share no objects", () => {
  const game = { setup: () => ({ cells: [null, null] }), moves: { mark: ({ G, playerID }, i) => { G.cells[i] = playerID; } } };
  const own = { isConnected: true, watch: () => () => {}, link: (receive) => ({ send: receive, close() {} }) };
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local({ network: own }), quiet: true }));
  clients.forEach((client) => client.start());
  clients[0].moves.mark(1);
  const [one, other] = clients.map((client) => client.getState().G);
  assert.deepEqual([one, other], [{ cells: [null, '0'] }, { cells: [null, '0'] }]);
  assert.notEqual(one.cells, other.cells);
  clients.forEach((client) => client.stop());
});
