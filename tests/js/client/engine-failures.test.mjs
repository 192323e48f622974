// Instances of the module that fail, for example for lack of memory. A match in one page ends with its instance; online matches go on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { Local } from 'rondel/multiplayer';
import { loadEngine } from '../../../pkg/lib/engine/load-engine.js';
import { quietly } from '../support/console.mjs';
import { counter } from './support.mjs';

/** Fails the instance as if a game had filled its memory during a call. */
function fail({ boundary } = loadEngine()) {
  const moduleObject = { pointer: 1, uses: 0, host: {} };
  assert.throws(() => boundary.call(moduleObject, () => { throw new Error('out of memory'); }), { code: 'engine/retired' });
}

/** A transport to a master in the page that holds back messages until a test releases them. */
function held() {
  const local = Local({ fresh: true });
  const waiting = [];
  const multiplayer = (options) => {
    const transport = local(options);
    const send = transport.sendAction;
    transport.sendAction = (...args) => { waiting.push(() => send.apply(transport, args)); };
    transport.isImmediate = false;
    return transport;
  };
  return { multiplayer, waiting, pass: () => waiting.splice(0).forEach((message) => message()) };
}

test('a client whose engine has failed shows its last state, refuses to play, and can be disposed', () => {
  const client = Client({ game: counter(), quiet: true });
  client.moves.add(1);
  client.getState();
  fail();
  assert.throws(() => client.moves.add(1), { code: 'engine/retired' });
  client.dispose();
  client.dispose();
  assert.deepEqual(client.getState().G, { n: 1 });
  assert.equal(client.moves.add(1).status, 'rejected');
  const next = Client({ game: counter(), quiet: true });
  assert.equal(next.moves.add(1).status, 'confirmed');
});

test('an online client\'s action is confirmed although the instance fails in between, and the client plays on', async () => {
  const { multiplayer, waiting, pass } = held();
  const client = Client({ game: counter(), multiplayer, playerID: '0', quiet: true });
  client.start();
  const first = client.moves.add(1);
  fail();
  const second = client.moves.add(2);
  assert.deepEqual([first.status, second.status], ['predicted', 'predicted']);
  assert.deepEqual(client.getState().G, { n: 3 });
  fail();
  assert.equal(client.getState().pending, 2);
  const numbers = new Set();
  client.transport.sendAction = (_state, { sync }) => numbers.add(sync.seq);
  assert.ok(waiting.length >= 2);
  pass();
  assert.deepEqual([first.status, second.status], ['confirmed', 'confirmed']);
  assert.equal(client.getState().pending, 0);
  assert.deepEqual(client.getState().G, { n: 3 });
  client.moves.add(4);
  assert.ok(numbers.has(3), 'numbers go on from where they were');
  client.stop();
});

test('each action is made once, however often the instance fails', () => {
  const { multiplayer, pass } = held();
  const client = Client({ game: counter(), multiplayer, playerID: '0', quiet: true });
  client.start();
  const handles = [];
  for (let made = 1; made <= 8; made += 1) {
    handles.push(client.moves.add(1));
    if (made % 3 === 0) fail();
    if (made % 4 === 0) pass();
    if (made % 2 === 0) fail();
  }
  pass();
  assert.deepEqual(new Set(handles.map(({ status }) => status)), new Set(['confirmed']));
  assert.deepEqual(client.getState().G, { n: 8 });
  client.stop();
});

test('a move that fails the instance during prediction is sent once and answered', () => {
  let isFailing = false;
  const { multiplayer, waiting, pass } = held();
  const game = { ...counter(), moves: { add: ({ G }, n) => {
    if (isFailing) {
      isFailing = false;
      fail();
    }
    G.n += n;
  } } };
  const client = Client({ game, multiplayer, playerID: '0', quiet: true });
  client.start();
  isFailing = true;
  const handle = quietly(() => client.moves.add(1));
  pass();
  assert.equal(waiting.length, 0);
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(client.getState().G, { n: 1 });
  client.stop();
});

test('a game that fails every instance during prediction is no longer predicted and plays on', () => {
  let isPredicting = false;
  const { multiplayer, pass } = held();
  const game = { ...counter(), moves: { add: ({ G }, n) => {
    if (isPredicting) fail();
    G.n += n;
  } } };
  const client = Client({ game, multiplayer, playerID: '0', quiet: true });
  client.start();
  isPredicting = true;
  const handles = [client.moves.add(1), client.moves.add(2)];
  isPredicting = false;
  assert.deepEqual(handles.map(({ status }) => status), ['sent', 'sent']);
  pass();
  assert.deepEqual(handles.map(({ status }) => status), ['confirmed', 'confirmed']);
  assert.deepEqual(client.getState().G, { n: 3 });
  client.stop();
});

test('the master decides about a move whose validation fails every instance', (t) => {
  const { multiplayer } = held();
  const { add } = counter().moves;
  let isFailing = false;
  const game = { ...counter(), moves: { add: { move: add, validate: () => {
    if (isFailing) fail();
    return true;
  } } } };
  const client = Client({ game, multiplayer, playerID: '0', quiet: true });
  t.after(() => client.dispose());
  client.start();
  isFailing = true;
  assert.equal(client.canMove('add', 1), true);
});

test('a master answers the next action after its instance has failed', async () => {
  const sent = [];
  const storage = new InMemory();
  const master = new Master(counter(), storage, { send() {}, sendAll: (message) => sent.push(message.type) });
  await master.onSync('match', '0', undefined, 2);
  const add = (seq) => master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' }, sync: { session: 'tab', seq, first: seq } }, seq - 1, 'match', '0');
  await add(1);
  fail();
  await add(2);
  assert.deepEqual(storage.fetch('match', { state: true }).state.G, { n: 2 });
});

test('an instance that fails while onError runs does not mix up matches', async () => {
  const storage = new InMemory();
  const game = { ...counter(), moves: { ...counter().moves, fall: () => { throw new Error('fallen'); } } };
  const master = new Master(game, storage, { send() {}, sendAll() {} });
  const act = (matchID, type, seq) => master.onUpdate(
    { type: 'MAKE_MOVE', payload: { type, args: [1], playerID: '0' }, sync: { session: 'tab', seq, first: seq } },
    storage.fetch(matchID, { state: true }).state._stateID, matchID, '0',
  );
  const count = (matchID) => storage.fetch(matchID, { state: true }).state.G.n;
  for (const matchID of ['a', 'b', 'c']) await master.onSync(matchID, '0', undefined, 2);
  await act('a', 'add', 1);
  master.onError = () => {
    fail();
    for (const matchID of ['b', 'c']) void act(matchID, 'add', 1);
  };
  await act('a', 'fall', 2);
  for (const seq of [3, 4]) for (const matchID of ['a', 'b', 'c']) await act(matchID, 'add', seq);
  assert.deepEqual(['a', 'b', 'c'].map(count), [3, 3, 3]);
});

test('an online client can be disposed if there is no memory for another instance, and its pending actions are rejected', (t) => {
  const { multiplayer } = held();
  const client = Client({ game: counter(), multiplayer, playerID: '0', quiet: true });
  client.start();
  const handle = client.moves.add(1);
  assert.equal(client.getState().pending, 1);
  fail();
  t.mock.method(WebAssembly, 'Instance', class {
    constructor() {
      throw new RangeError('out of memory');
    }
  });
  quietly(() => client.dispose());
  assert.equal(handle.status, 'rejected');
  client.dispose();
  assert.deepEqual(client.getState().G, { n: 1 });
});
