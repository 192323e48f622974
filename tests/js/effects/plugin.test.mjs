// `EffectsPlugin` and `EffectsEmitter` of rondel/effects: the interface of bgio-effects over built-in effects.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { EffectsEmitter, EffectsPlugin } from 'rondel/effects';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { reporting } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';

const EFFECTS = { A: {}, B: {}, C: {}, D: {}, E: {}, long: { create: (value) => ({ value }), duration: 0.8 }, short: { duration: 0.1 } };

/** `go(...calls)` calls effects: each a name and arguments. */
const playing = (effects = EFFECTS) => ({
  setup: () => ({ n: 0, cards: [{ suit: 'spades' }] }),
  plugins: [EffectsPlugin({ effects })],
  turn: { activePlayers: { all: null }, onEnd: ({ effects: api }) => api.short() },
  moves: {
    go: ({ G, effects: api }, ...calls) => {
      G.n += 1;
      for (const [name, ...args] of calls) api[name](...args);
    },
    deal: ({ G, effects: api }) => api.long(G.cards[0]),
  },
});

function open(t, options) {
  const client = Client({ game: playing(), debug: false, quiet: true, ...options });
  t.after(() => client.dispose());
  return client;
}

/** The effects of the last action: name, seconds of its start and its duration. */
const timelineOf = (client) => client.log.at(-1).effects.map(({ name, at, duration }) => [name, at / 1000, duration / 1000]);

test('effects have their payload, their duration, and follow one another', (t) => {
  const client = open(t);
  client.moves.go(['long', 'x'], ['short'], ['A']);
  assert.deepEqual(client.log[0].effects, [
    { name: 'long', data: { value: 'x' }, at: 0, duration: 800 }, { name: 'short', at: 800, duration: 100 }, { name: 'A', at: 900, duration: 0 },
  ]);
  client.events.endTurn();
  assert.deepEqual(timelineOf(client), [['short', 0, 0.1]]);
  client.moves.deal();
  assert.deepEqual(client.log.at(-1).effects[0].data, { value: { suit: 'spades' } });
});

for (const [how, calls, expected] of [
  ['at a moment', [['A', 3, 1], ['B', 0.5]], [['B', 0.5, 0], ['A', 3, 1]]],
  ['at the end', [['A', 1, 4], ['B'], ['C', '>'], ['D', '>+0.5', 1], ['E', '> -1']], [['A', 1, 4], ['B', 5, 0], ['C', 5, 0], ['D', 5.5, 1], ['E', 5.5, 0]]],
  ['at the last start', [['A', 2, 4], ['B', '<'], ['C', '<+.5'], ['D', '<-1.5', 9]], [['D', 1, 9], ['A', 2, 4], ['B', 2, 0], ['C', 2.5, 0]]],
  ['before the beginning, which is the beginning', [['A', '<-3'], ['B', -1]], [['A', 0, 0], ['B', 0, 0]]],
  ['as an insertion that shifts by its duration', [['A', 0, 1], ['B', 1, 2], ['C', '^1', 0.5]], [['A', 0, 1], ['C', 1, 0.5], ['B', 1.5, 2]]],
  ['as an insertion that shifts by another time', [['A', 0, 1], ['B', 1], ['C', '^0.5->2', 9]], [['A', 0, 1], ['C', 0.5, 9], ['B', 3, 0]]],
  ['as an insertion at the beginning', [['A', '^', 1], ['B'], ['C', '^->1']], [['C', 0, 0], ['A', 1, 1], ['B', 2, 0]]],
  ['in all ways together', [['A', 0, 4], ['B', '>-1', 1], ['C', '^2->1'], ['D', '^0', 5], ['E', '<']], [['D', 0, 5], ['A', 5, 4], ['C', 7, 0], ['B', 9, 1], ['E', 9, 0]]],
]) {
  test(`an effect is placed ${how}`, (t) => {
    const client = open(t);
    client.moves.go(...calls);
    assert.deepEqual(timelineOf(client), expected);
  });
}

for (const args of [['78'], [''], ['->'], ['>x'], ['^-1'], [NaN], [{}], [0, -1], [0, '1']]) {
  test(`the place ${JSON.stringify(args)} is an error of the move, which changes nothing`, (t) => {
    const client = open(t);
    assert.throws(() => client.moves.go(['A', ...args]), (error) => error.code === 'game/effect' && /effects\.A: /.test(error.message));
    assert.equal(client.getState().G.n, 0);
  });
}

test('a game in the positional style calls effects by `ctx.effects`', (t) => {
  const moves = { go: (G, ctx, value) => { ctx.effects.long(value, 1); } };
  const client = open(t, { game: legacyGame({ setup: () => ({}), plugins: [EffectsPlugin({ effects: EFFECTS })], moves }) });
  client.moves.go(7);
  assert.deepEqual(client.log[0].effects, [{ name: 'long', data: { value: 7 }, at: 1000, duration: 800 }]);
});

test('online, each page gets each effect once, and refused ones are taken back', async (t) => {
  const net = network({ latency: 50 });
  const [game, multiplayer] = [playing(), Local({ network: net })];
  const heard = [];
  const clients = ['0', '1'].map((playerID) => {
    const client = open(t, { game, multiplayer, playerID });
    client.onEffect('*', (data, { name, predicted }) => { heard.push([playerID, name, predicted]); });
    client.start();
    return client;
  });
  await net.run(500);
  clients[0].moves.go(['A'], ['long', 1]);
  await net.run(500);
  assert.deepEqual(heard, [['0', 'A', true], ['0', 'long', true], ['1', 'A', false], ['1', 'long', false]]);
});

/** A client with an emitter that notes what begins, and what ends with a `.`. Timers are the test's. */
function emitting(t, options, clientOptions) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const client = open(t, clientOptions);
  const emitter = EffectsEmitter(client, options);
  client.start();
  const heard = [];
  emitter.on('*', (name) => { heard.push(name); }, (name) => { heard.push(`${name}.`); });
  return { client, emitter, heard, take: () => heard.splice(0).join(' ') };
}

/** Lets time pass. */
async function wait(ms) {
  mock.timers.tick(ms);
  await nextTask();
}

test('the emitter plays effects at their moments, between a start and an end', async (t) => {
  const { client, emitter, take } = emitting(t);
  const payloads = [];
  emitter.on('long', (payload, { G }) => { payloads.push([payload, G.n]); });
  client.moves.go(['long', 'x'], ['short']);
  assert.deepEqual([emitter.size.get(), emitter.state.get().G.n], [4, 1]);
  await wait(0);
  assert.equal(take(), 'effects:start effects:start. long');
  assert.deepEqual([payloads, emitter.size.get()], [[[{ value: 'x' }, 1]], 2]);
  await wait(799);
  assert.equal(take(), '');
  await wait(1);
  assert.equal(take(), 'long. short');
  await wait(100);
  assert.equal(take(), 'short. effects:end effects:end.');
  assert.equal(emitter.size.get(), 0);
  client.moves.go();
  await wait(0);
  assert.equal(take(), 'effects:start effects:start. effects:end effects:end.');
});

test('the next update begins the remaining effects at once', async (t) => {
  const { client, emitter, take } = emitting(t);
  const states = [];
  emitter.on('short', (_payload, { G }) => { states.push(G.n); });
  client.moves.go(['long', 'x'], ['short']);
  await wait(0);
  take();
  client.moves.go(['A']);
  assert.equal(take(), 'short effects:end long. short. effects:end.');
  assert.deepEqual(states, [1]);
  await wait(0);
  assert.equal(take(), 'effects:start effects:start. A A. effects:end effects:end.');
});

test('clear drops the rest, flush begins it, and nothing follows', async (t) => {
  const { client, emitter, take } = emitting(t);
  client.moves.go(['long', 'x'], ['short']);
  emitter.clear();
  assert.deepEqual([take(), emitter.size.get()], ['', 0]);
  client.moves.go(['long', 'x'], ['short']);
  await wait(0);
  take();
  emitter.clear();
  assert.equal(take(), 'long.');
  client.moves.go(['long', 'x'], ['short']);
  emitter.flush();
  assert.equal(take(), 'effects:start long short effects:end effects:start. long. short. effects:end.');
  await wait(10_000);
  assert.equal(take(), '');
});

test('the speed is a factor, and the state waits with `updateStateAfterEffects`', async (t) => {
  const { client, emitter, take } = emitting(t, { speed: 2, updateStateAfterEffects: true });
  const shown = [];
  const end = emitter.state.subscribe(({ G }) => { shown.push(G.n); });
  client.moves.go(['long', 'x'], ['short']);
  await wait(0);
  await wait(400);
  assert.match(take(), /short$/);
  assert.deepEqual(shown, [0]);
  await wait(50);
  assert.deepEqual([shown, emitter.state.get()], [[0, 1], client.getState()]);
  client.moves.go(['long', 'x']);
  emitter.clear();
  assert.deepEqual(shown, [0, 1, 2]);
  end();
  client.moves.go();
  await wait(0);
  assert.deepEqual([shown, emitter.state.get().G.n], [[0, 1, 2], 3]);
});

test('the number of waiting effects can be followed', async (t) => {
  const { client, emitter } = emitting(t);
  const sizes = [];
  const end = emitter.size.subscribe((size) => { sizes.push(size); });
  client.moves.go();
  await wait(0);
  assert.deepEqual(sizes, [0, 2, 0]);
  end();
  client.moves.go();
  assert.deepEqual(sizes, [0, 2, 0]);
});

test('a listener that unsubscribes is not called, and one that throws does not disturb others', (t) => {
  const { client, emitter, take } = emitting(t);
  emitter.on('A', () => { assert.fail('never'); }, () => { assert.fail('never'); })();
  emitter.on('A', () => { throw new Error('broken listener'); });
  client.moves.go(['A']);
  const { reports } = reporting(() => emitter.flush());
  assert.deepEqual([reports.length, take().split(' ').length], [1, 6]);
});

test('an emitter without a state, and in a game without the plugin, waits', async (t) => {
  const { client, emitter, take } = emitting(t, {}, { game: { setup: () => ({ n: 0 }), moves: { go: () => {} } }, multiplayer: Local(), playerID: '0' });
  await wait(0);
  assert.equal(take(), '');
  assert.equal(emitter.state.get(), client.getState());
  client.moves.go();
  await wait(0);
  assert.match(take(), /^effects:start/);
});

test('a refused prediction ends without the effects that have not begun', async (t) => {
  const net = network({ latency: 50 });
  const game = { ...playing(), playerView: ({ G }) => ({ n: G.n, cards: [] }), moves: {
    go: ({ G, effects }) => {
      effects.long('x');
      effects.short();
      G.n += 1;
      if (G.cards.length > 0) return 'INVALID_MOVE';
    },
  } };
  const { client, take } = emitting(t, {}, { game, multiplayer: Local({ network: net }), playerID: '0' });
  await net.run(500);
  take();
  client.moves.go();
  await wait(0);
  assert.equal(take(), 'effects:start effects:start. long');
  await net.run(500);
  assert.equal(take(), 'long.');
  await wait(10_000);
  assert.equal(take(), '');
});
