// The option `inspect` of masters: events of `Local`, `Master` and bots.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RandomBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { nextTask, until } from '../support/tasks.mjs';
import { printedBy } from '../support/console.mjs';
import { inTurn } from './games.mjs';
import { move } from './support.mjs';

function watched(game, options = {}) {
  const events = [];
  const sent = [];
  const transportAPI = { send: (payload) => sent.push(payload), sendAll: (payload) => sent.push(payload) };
  const master = new Master(game, new InMemory(), transportAPI, undefined, { inspect: (event) => events.push(event), ...options });
  return { master, events, sent, types: () => events.splice(0).map(({ type, direction, kind, source }) => [type, direction && `${direction} ${kind}`, source.playerID].filter((part) => part !== undefined)) };
}

test('a master reports messages, the state, and the action, in order, after the call', async () => {
  const { master, events, types } = watched(inTurn());
  const begun = master.onSync('m', '0', undefined, 2);
  assert.deepEqual(events, []);
  await begun;
  await nextTask();
  assert.deepEqual(types(), [['message', 'in sync', '0'], ['state'], ['message', 'out sync', '0']]);
  await master.onUpdate(move('add', '0', [5]), 0, 'm', '0');
  await nextTask();
  const [arrived] = events;
  assert.deepEqual([arrived.version, arrived.source.kind, arrived.source.matchID, arrived.source.gameName], [1, 'master', 'm', 'turns']);
  assert.ok(arrived.size > 10);
  const { state } = events.find(({ type }) => type === 'state');
  assert.equal(state.G.n, 5);
  assert.deepEqual(events.find(({ type }) => type === 'action').action, { type: 'MAKE_MOVE', name: 'add', args: [5], playerID: '0' });
  assert.deepEqual(types(), [['message', 'in update', '0'], ['state'], ['message', 'out update'], ['action', '0']]);
});

test('a refusal has its reason, and invalid messages are reported as messages', async () => {
  const { master, events } = watched(inTurn());
  await master.onSync('m', '0', undefined, 2);
  await master.onUpdate(move('never', '0', [], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0');
  await master.onUpdate(move('add', '0'), 7, 'm', '0');
  await master.onUpdate(move('add', '0'), 0, 'unknown', '0');
  await master.onUpdate({ type: {} }, 0, 'm', '0');
  await master.onUpdate(move('add', { toString() { throw new Error('read'); } }), 0, {}, {});
  await nextTask();
  const refusals = events.filter(({ type }) => type === 'refusal').map(({ action: { name }, error: { type, payload } }) => [name, type, payload]);
  assert.deepEqual(refusals, [
    ['never', 'action/invalid_move', { why: 'because' }], ['add', 'action/stale_state_id', undefined], ['add', 'game not found', undefined],
  ]);
  assert.equal(events.filter(({ kind }) => kind === 'update').length >= 5, true);
});

test('an inspect that throws is reported once, and actions in it are refused', async () => {
  const inspect = () => { throw new Error('no debugger'); };
  const { master } = watched(inTurn(), { inspect });
  const reported = [];
  const keep = (error) => reported.push(error.message);
  const { reportError } = globalThis;
  globalThis.reportError = keep;
  try {
    await printedBy(async () => {
      await master.onSync('m', '0', undefined, 2);
      assert.equal(await master.onUpdate(move('add', '0', [5]), 0, 'm', '0'), undefined);
      await nextTask();
    });
  } finally {
    globalThis.reportError = reportError;
  }
  assert.deepEqual(reported, ['no debugger']);
});

test('an inspect that is no function is an error', () => {
  const error = { code: 'master/options', message: /inspect: expected a function, got true/ };
  assert.throws(() => watched(inTurn(), { inspect: true }), error);
  assert.throws(() => Local({ inspect: true }), error);
});

test('Local reports connections, and the searches of its bots', async (t) => {
  const events = [];
  const game = { name: 'pick', setup: () => ({ n: 0 }), turn: { maxMoves: 1 }, moves: { pick: ({ G }, by) => { G.n += by; } }, ai: { enumerate: () => [{ move: 'pick', args: [3] }] } };
  const multiplayer = Local({ bots: { 1: { bot: RandomBot, minTime: 0 } }, fresh: true, inspect: (event) => events.push(event) });
  const client = Client({ game, playerID: '0', multiplayer });
  t.after(() => client.dispose());
  client.start();
  client.moves.pick(1);
  await until(() => events.some(({ type }) => type === 'search'));
  const search = events.find(({ type }) => type === 'search');
  assert.deepEqual([search.source.playerID, search.action.payload.type, search.action.payload.args], ['1', 'pick', [3]]);
  assert.ok(search.milliseconds >= 0);
  const connection = events.find(({ type }) => type === 'connection');
  assert.deepEqual([connection.source.playerID, connection.isConnected], ['0', true]);
  assert.ok(events.every(({ source }) => source.kind === 'master' && source.name === events[0].source.name));
});
