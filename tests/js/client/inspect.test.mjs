// The option `inspect`: events of clients, in a page and on a master.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { invalid } from 'rondel/core';
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
  const client = Client({ game, debug: false, ...options, inspect: (event) => events.push(event) });
  return { client, events, types: () => events.map(({ type }) => type) };
}

test('an action precedes the state that follows from it, and both come after the task', async () => {
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
  const rebase = events.find(({ type }) => type === 'rebase');
  assert.deepEqual([rebase.stateID, rebase.pending], [1, 0]);
  assert.equal(client.getState().G.n, 3);
});

test('a client ignores calls that `inspect` makes', async () => {
  const outcomes = [];
  const client = Client({
    game,
    debug: false,
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
