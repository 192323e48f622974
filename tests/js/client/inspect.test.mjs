// The option `inspect`: events of clients.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { invalid } from 'rondel/core';
import { Step } from 'rondel/ai';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { nextTask } from '../support/tasks.mjs';

const game = {
  name: 'inspected',
  setup: () => ({ n: 0 }),
  turn: { maxMoves: 1 },
  moves: {
    add: ({ G }, by) => { G.n += by; },
    never: () => invalid({ why: 'never' }),
  },
};

function watched(options) {
  const events = [];
  const client = Client({ game, quiet: true, ...options, inspect: (event) => events.push(event) });
  return { client, events, types: () => events.map(({ type }) => type) };
}

test('an action precedes the state that follows from it, and both come after the call', async () => {
  const { client, events } = watched({});
  client.moves.add(2);
  assert.deepEqual(events, []);
  await nextTask();
  const [action, state] = events;
  assert.equal(events.length, 2);
  assert.deepEqual(action.action, { type: 'MAKE_MOVE', name: 'add', args: [2], playerID: undefined });
  assert.equal(action.type, 'action');
  assert.equal(state.type, 'state');
  assert.equal(state.state, client.getState());
  for (const event of events) {
    assert.equal(event.version, 1);
    assert.ok(Math.abs(event.time - Date.now()) < 60_000);
    assert.deepEqual({ ...event.source, name: '' }, { kind: 'client', name: '', gameName: 'inspected', matchID: 'default', playerID: undefined });
  }
});

test('a refusal has its reason', async () => {
  const { client, events } = watched({});
  client.moves.never(1);
  await nextTask();
  const refusal = events.find(({ type }) => type === 'refusal');
  assert.equal(refusal.action.name, 'never');
  assert.deepEqual(refusal.error, client.lastError);
  assert.deepEqual(refusal.error.payload, { why: 'never' });
});

test('names of clients differ', async () => {
  const [one, two] = [watched({}), watched({})];
  one.client.moves.add(1);
  two.client.moves.add(1);
  await nextTask();
  assert.notEqual(one.events[0].source.name, two.events[0].source.name);
});

test('online messages, predictions, answers and states come in order', async () => {
  const net = network({ latency: 20 });
  const { client, events, types } = watched({ playerID: '0', multiplayer: Local({ network: net, fresh: true }) });
  client.start();
  await net.run();
  assert.deepEqual(events.filter(({ type }) => type === 'message').map(({ direction, kind }) => `${direction} ${kind}`).slice(0, 2), ['out connect', 'in sync']);
  assert.equal(events.find(({ type }) => type === 'connection').connection.status, 'connecting');
  events.length = 0;
  client.moves.add(3);
  await nextTask();
  assert.deepEqual(types(), ['prediction', 'message', 'state']);
  assert.deepEqual([events[0].isShown, events[1].direction, events[1].kind], [true, 'out', 'sendAction']);
  assert.ok(events[1].size > 10);
  events.length = 0;
  await net.run();
  await nextTask();
  assert.equal(types().filter((type) => type === 'action').length, 1);
  assert.ok(types().indexOf('action') < types().indexOf('rebase'));
  assert.ok(types().indexOf('rebase') < types().indexOf('state') || !types().includes('state'));
  const rebase = events.find(({ type }) => type === 'rebase');
  assert.deepEqual([rebase.stateID, rebase.pending, rebase.difference], [1, 0, null]);
  assert.equal(client.getState().G.n, 3);
});

test('an event names the field that was predicted otherwise', async () => {
  const net = network({ latency: 20 });
  const guessing = {
    setup: () => ({ secret: 7, points: [0, 0] }),
    playerView: ({ G }) => ({ ...G, secret: null }),
    moves: { guess: ({ G, playerID }, number) => { G.points[playerID] += number === G.secret ? 5 : -2; } },
  };
  const { client, events } = watched({ game: guessing, playerID: '0', multiplayer: Local({ network: net, fresh: true }) });
  client.start();
  await net.run();
  client.moves.guess(7);
  assert.equal(client.getState().G.points[0], -2);
  await net.run();
  await nextTask();
  assert.equal(client.getState().G.points[0], 5);
  assert.deepEqual(events.filter(({ type }) => type === 'rebase').map(({ difference }) => difference), [null, 'G.points.0']);
});

test('a client ignores calls that `inspect` makes', async () => {
  const outcomes = [];
  const client = Client({
    game,
    quiet: true,
    inspect() {
      outcomes.push(client.moves.add(1).error.message);
      try {
        client.updatePlayerID('1');
      } catch (error) {
        outcomes.push(error.code);
      }
    },
  });
  client.moves.add(1);
  await nextTask();
  assert.deepEqual(outcomes.slice(0, 2), ['`inspect` cannot call moves.add; it only observes', 'client/busy']);
  assert.equal(outcomes.length, 4);
  assert.equal(client.getState().G.n, 1);
  assert.deepEqual(client.moves.add(1).status, 'confirmed');
});

test('an `inspect` that throws is reported once and changes nothing', async (t) => {
  const reported = [];
  const before = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error.message);
  t.after(() => { globalThis.reportError = before; });
  const client = Client({ game, inspect: () => { throw new Error('inspect fails'); } });
  client.moves.add(1);
  client.moves.add(1);
  await nextTask();
  assert.deepEqual(reported, ['inspect fails']);
  assert.equal(client.getState().G.n, 2);
});

test('the refusal of an action that its client leaves behind has the match in which it was made', async () => {
  const net = network({ latency: 20 });
  const { client, events } = watched({ playerID: '0', matchID: 'first', multiplayer: Local({ network: net, fresh: true }) });
  client.start();
  await net.run();
  client.moves.add(3);
  client.updateMatchID('second');
  await nextTask();
  const refusal = events.find(({ type }) => type === 'refusal');
  assert.deepEqual([refusal.action.name, refusal.error.type, refusal.source.matchID], ['add', 'update/unanswered', 'first']);
  client.dispose();
});

test('an event names the player that acted, also if a subscriber changes the seat', async () => {
  const { client, events } = watched({ playerID: 0 });
  client.subscribe(({ ctx }) => { if (ctx.currentPlayer !== String(client.playerID)) client.updatePlayerID(ctx.currentPlayer); });
  client.moves.add(1);
  await nextTask();
  const { action, source } = events.find(({ type }) => type === 'action');
  assert.deepEqual([action.playerID, source.playerID, client.playerID], ['0', '0', '1']);
});

test('an event keeps the arguments of the call', async () => {
  const { client, events } = watched({ game: { ...game, moves: { take: ({ G }, cards) => { G.n += cards.length; } } } });
  const cards = ['a'];
  client.moves.take(cards);
  cards.push('b');
  await nextTask();
  assert.deepEqual(events[0].action.args, [['a']]);
});

for (const [store, options] of [['the store', {}], ['an enhanced store', { enhancer: (create) => create }]]) {
  test(`actions that are dispatched to ${store} are inspected once`, async () => {
    const { client, events } = watched(options);
    client.store.dispatch({ type: 'MAKE_MOVE', payload: { type: 'add', args: [2], playerID: '0' } });
    client.store.dispatch({ type: 'MAKE_MOVE', payload: { type: 'never', args: [], playerID: '1' } });
    client.moves.add(5);
    await nextTask();
    const made = events.filter(({ type }) => type === 'action' || type === 'refusal');
    assert.deepEqual(made.map(({ type, action }) => [type, action.name, action.args]), [['action', 'add', [2]], ['refusal', 'never', []], ['action', 'add', [5]]]);
  });
}

test('a move of a bot is inspected', async () => {
  const { client, events } = watched({ game: { ...game, ai: { enumerate: () => [{ move: 'add', args: [7] }] } } });
  await Step(client, { play: async () => ({ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [7], playerID: '0' } } }) });
  await nextTask();
  assert.deepEqual(events.find(({ type }) => type === 'action').action.args, [7]);
});

test('an async `inspect` that rejects is reported once, and changes nothing', async (t) => {
  const reported = [];
  const before = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error.message);
  t.after(() => { globalThis.reportError = before; });
  const client = Client({ game, inspect: async () => { throw new Error('later'); } });
  client.moves.add(1);
  await nextTask();
  assert.deepEqual(reported, ['later']);
});

test('development warns of an `inspect` that is no function', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  Client({ game, inspect: true });
  assert.deepEqual(warn.mock.calls.map(({ arguments: [text] }) => text), ['rondel: Client({ inspect }): expected a function, got true']);
});

test('a message that makes no sense is inspected, too', async () => {
  const net = network({ latency: 20 });
  const { client, events } = watched({ playerID: '0', multiplayer: Local({ network: net, fresh: true }) });
  client.start();
  client.transport.notifyClient('nonsense');
  await nextTask();
  assert.deepEqual(events.filter(({ direction }) => direction === 'in').map(({ kind }) => kind), ['invalid']);
  client.dispose();
});
