// Clocks of matches at a master: who ends the time, what pages show, and lag.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network, replay } from 'rondel/testing';
import { Master } from 'rondel/master';
import { InMemory } from 'rondel-server';
import { Alarms } from '../../../pkg/lib/online/alarms.js';

const SECOND = 1000;

const game = {
  name: 'timed',
  setup: () => ({ made: 0, late: [] }),
  turn: { maxMoves: 1, time: 60 * SECOND, onTimeout: ({ G, playerID }) => { G.late.push(playerID); } },
  moves: { go: ({ G }) => { G.made += 1; } },
};

async function begin({ latency = 0, played = game, ...conditions } = {}) {
  const net = network({ seed: 3, latency, ...conditions });
  const multiplayer = Local({ network: net, fresh: true });
  const clients = ['0', '1', null].map((playerID) => Client({ game: played, playerID, multiplayer, quiet: true }));
  for (const client of clients) client.start();
  await net.run(1000);
  return { net, clients, end: () => clients.forEach((client) => client.stop()) };
}

test('the master ends the time, and everybody sees it', async () => {
  const { net, clients, end } = await begin();
  const [alice, bob, spectator] = clients;
  assert.deepEqual(clients.map((client) => Math.round(client.clock().left[0] / SECOND)), [59, 59, 59]);
  await net.run(62 * SECOND);
  for (const client of [alice, bob, spectator]) {
    assert.deepEqual(client.getState().G.late, ['0']);
    assert.equal(client.getState().ctx.currentPlayer, '1');
    assert.deepEqual(client.log.map(({ action }) => action.type), ['TIMEOUT', 'GAME_EVENT']);
  }
  end();
});

test('a time-out emits the effects of its hook, and none of a move that the game refuses', async () => {
  const moves = {
    go: ({ effects }) => effects.emit('go'),
    no: ({ effects, log }) => { effects.emit('no'); log.setMetadata('no'); return 'INVALID_MOVE'; },
  };
  for (const [onTimeout, expected] of [
    [({ effects, playerID }) => effects.emit('late', playerID), ['late', 'over']],
    [{ move: 'go' }, ['go', 'over']],
    [{ move: 'no' }, ['over']],
  ]) {
    const played = { ...game, moves, turn: { time: 60 * SECOND, onTimeout, onEnd: ({ effects }) => effects.emit('over') } };
    const { net, clients: [alice, bob], end } = await begin({ played });
    const heard = [];
    bob.onEffect('*', (_, { name, playerID }) => { heard.push(name); assert.equal(playerID, null); });
    await net.run(62 * SECOND);
    assert.deepEqual(heard, expected);
    assert.equal(alice.log[0].metadata, undefined);
    end();
  }
});

test('the time ends after the deadline and the allowance for lag, and not before', async () => {
  const { net, clients: [alice], end } = await begin();
  await net.run(60.9 * SECOND);
  assert.deepEqual(alice.getState().G.late, []);
  assert.equal(alice.clock().left[0], 0);
  await net.run(0.2 * SECOND);
  assert.deepEqual(alice.getState().G.late, ['0']);
  end();
});

test('nobody is timed out twice, and both in turn', async () => {
  const { net, clients: [alice], end } = await begin();
  await net.run(250 * SECOND);
  assert.deepEqual(alice.getState().G.late, ['0', '1', '0', '1']);
  end();
});

test('a player far away loses no time by that, and a move in time by their own clock counts', async () => {
  const { net, clients: [alice, bob], end } = await begin({ latency: 400, played: { ...game, turn: { maxMoves: 1, time: { bank: 60 * SECOND } } } });
  await net.run(9 * SECOND);
  const left = alice.clock().left[0];
  alice.moves.go();
  await net.run(2 * SECOND);
  assert.ok(Math.abs(bob.clock().left[0] - left) <= 1, `${bob.clock().left[0]} of ${left}`);
  bob.moves.go();
  await net.run(2 * SECOND);
  await net.run(alice.clock().left[0] - 50);
  alice.moves.go();
  await net.run(2 * SECOND);
  assert.equal(alice.getState().G.made, 3);
  end();
});

test('a player far away who makes many moves in a turn loses no time by that', async () => {
  const { net, clients: [alice, bob], end } = await begin({ latency: 400, played: { ...game, turn: { maxMoves: 9, time: { bank: 60 * SECOND } } } });
  await net.run(9 * SECOND);
  for (let made = 1; made < 9; made += 1) {
    alice.moves.go();
    await net.run(2 * SECOND);
  }
  const left = alice.clock().left[0];
  alice.moves.go();
  await net.run(2 * SECOND);
  assert.ok(Math.abs(bob.clock().left[0] - left) <= 1, `${bob.clock().left[0]} of ${left}`);
  end();
});

test('a client that claims lag without end gets no more than the allowance', async () => {
  const net = network({ seed: 3, latency: 0 });
  const local = Local({ network: net, fresh: true });
  const multiplayer = (options) => {
    const transport = local(options);
    const { sendAction } = transport;
    transport.sendAction = (state, action) => sendAction.call(transport, state, { ...action, sync: { ...action.sync, acted: 1 } });
    return transport;
  };
  const played = { ...game, turn: { maxMoves: 1, time: { bank: 60 * SECOND } } };
  const cheat = Client({ game: played, playerID: '0', multiplayer });
  cheat.start();
  await net.run(30 * SECOND);
  cheat.moves.go();
  await net.run(SECOND);
  assert.equal(cheat.clock().left[0], 32 * SECOND);
  cheat.stop();
});

test('nobody can send a time-out', async () => {
  const { net, clients: [alice, bob], end } = await begin();
  const { deadline } = { deadline: alice.getState().ctx.clock.deadlines[0] };
  for (const type of ['TIMEOUT', 'CLOCK']) {
    bob.transport.sendAction(bob.getState(), { type, payload: { playerID: '0', deadline, order: 'restart' } });
    bob.store.dispatch({ type, payload: { playerID: '0', deadline, order: 'restart' } });
  }
  await net.run(SECOND);
  assert.deepEqual(alice.log, []);
  assert.equal(alice.getState().ctx.currentPlayer, '0');
  end();
});

test('an onTimeout that throws ends the turn without it', async () => {
  const played = { ...game, turn: { ...game.turn, onTimeout: () => { throw new Error('oops'); } } };
  const { net, clients: [alice], end } = await begin({ played });
  await net.run(62 * SECOND);
  assert.equal(alice.getState().ctx.currentPlayer, '1');
  assert.equal(alice.log[0].action.payload.failed, true);
  end();
});

test('a predicted move leaves the clock to the master', async () => {
  const { net, clients: [alice], end } = await begin({ latency: 200, played: { ...game, predict: 'flow' } });
  const { clock } = alice.getState().ctx;
  alice.moves.go();
  assert.equal(alice.getState().ctx.currentPlayer, '1');
  assert.deepEqual(alice.getState().ctx.clock, clock);
  await net.run(SECOND);
  assert.deepEqual(Object.keys(alice.getState().ctx.clock.deadlines), ['1']);
  end();
});

test('the log of a timed match replays to the same states', async () => {
  const { net, clients: [alice, bob], end } = await begin({ latency: 150, played: { ...game, turn: { maxMoves: 1, time: { limit: 10 * SECOND, bank: 30 * SECOND, increment: SECOND } } } });
  for (let round = 0; round < 6; round += 1) {
    await net.run((3 + 5 * round) * SECOND);
    alice.moves.go();
    await net.run(SECOND);
    bob.moves.go();
  }
  await net.run(100 * SECOND);
  end();
  assert.ok(alice.log.some(({ action }) => action.type === 'TIMEOUT'));
  const match = { initialState: alice.getInitialState(), log: alice.log, state: alice.getState() };
  const { state } = replay({ ...match, state: undefined }, { game: { ...game, turn: { maxMoves: 1, time: { limit: 10 * SECOND, bank: 30 * SECOND, increment: SECOND } } } });
  assert.deepEqual(state.ctx.clock, alice.getState().ctx.clock);
  assert.deepEqual(state.G, alice.getState().G);
});

test('the clock of an abandoned match waits until a player acts', async () => {
  const { net, clients: [alice, bob], end } = await begin();
  await net.run(150 * 63 * SECOND);
  const types = () => alice.log.map(({ action }) => action.type);
  assert.equal(types().filter((type) => type === 'TIMEOUT').length, 100);
  assert.deepEqual([types().at(-1), alice.clock()], ['CLOCK', { left: { 0: 60 * SECOND }, deadlines: {}, paused: true }]);
  alice.moves.go();
  await net.run(10 * SECOND);
  assert.deepEqual([bob.getState().G.made, bob.clock().paused, Object.keys(bob.clock().deadlines)], [1, false, ['1']]);
  await net.run(60 * SECOND);
  assert.equal(bob.getState().G.late.length, 101);
  end();
});

test('an alarm whose time-out failed rings again, until the deadline is another one', async () => {
  const net = network({ seed: 3 });
  let rung = 0;
  const alarms = new Alarms(net.clock, () => { rung += 1; });
  const deadline = alarms.now() + 10 * SECOND;
  alarms.note('match', { ctx: { clock: { now: alarms.now(), left: { 0: 10 * SECOND }, deadlines: { 0: deadline } } } });
  const rings = [];
  for (const seconds of [11.5, 1, 1, 2, 4, 8, 16, 29, 2, 30]) {
    await net.run(seconds * SECOND);
    rings.push(rung);
  }
  assert.deepEqual(rings, [0, 1, 2, 3, 4, 5, 6, 6, 7, 8]);
  alarms.note('match', { ctx: { clock: { now: alarms.now(), left: {}, deadlines: {} } } });
  await net.run(120 * SECOND);
  assert.equal(rung, 8);
});

test('a storage that fails for some seconds gives nobody their time again', async () => {
  const net = network({ seed: 3 });
  const storage = new InMemory();
  const errors = [];
  const master = new Master(game, storage, { send: () => {}, sendAll: () => {} }, undefined, { time: net.clock });
  master.onError = (error) => { errors.push(error.message); };
  await master.onSync('match', '0', undefined, 2);
  const { compareAndSetState } = storage;
  let failsUntil = net.now + 66 * SECOND;
  storage.compareAndSetState = function compare(...args) {
    if (net.now < failsUntil) throw new Error('the disk is full');
    return compareAndSetState.apply(this, args);
  };
  const types = () => storage.fetch('match', { log: true }).log.map(({ action }) => action.payload.order ?? action.type);
  await net.run(70 * SECOND);
  assert.deepEqual([types(), errors.length], [['TIMEOUT', 'GAME_EVENT'], 3]);
  failsUntil = net.now + 100 * SECOND;
  await net.run(130 * SECOND);
  assert.equal(types().at(-1), 'restart');
  master.stop();
});
