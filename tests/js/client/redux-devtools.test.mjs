// `connectReduxDevTools`: actions and states in the browser's extension, and jumps to earlier states.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { connectReduxDevTools } from 'rondel/debug';
import { nextTask } from '../support/tasks.mjs';

const game = { name: 'count', setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => { G.n += by; }, never: () => 'INVALID_MOVE' } };

/** An extension that records what it receives. */
function extension(t) {
  const sent = [];
  let listener = null;
  globalThis.__REDUX_DEVTOOLS_EXTENSION__ = {
    connect: ({ name }) => ({
      init: (state) => sent.push([`init ${name}`, state.G.n]),
      send: ({ type }, state) => sent.push([type, state.G.n]),
      subscribe(fn) {
        listener = fn;
        return () => { listener = null; };
      },
    }),
  };
  t.after(() => { delete globalThis.__REDUX_DEVTOOLS_EXTENSION__; });
  return { sent, say: (message) => listener?.(message), isConnected: () => listener !== null };
}

test('actions come with the states that follow from them, and refusals with the state from before', async (t) => {
  const { sent } = extension(t);
  const client = Client({ game, quiet: true });
  connectReduxDevTools(client);
  client.moves.add(2);
  client.moves.never();
  client.moves.add(3);
  await nextTask();
  assert.deepEqual(sent.filter(([type]) => type !== 'state'), [['init count', 0], ['add', 2], ['refused never', 5], ['add', 5]]);
});

test('a jump shows the state on the board without a new entry, and a jump to the newest one ends that', async (t) => {
  const { sent, say, isConnected } = extension(t);
  const client = Client({ game, quiet: true });
  const end = connectReduxDevTools(client);
  client.moves.add(2);
  await nextTask();
  const jump = (actionId, n) => say({ type: 'DISPATCH', payload: { type: 'JUMP_TO_ACTION', actionId }, state: JSON.stringify({ ...client.getState(), G: { n } }) });
  jump(0, 0);
  await nextTask();
  assert.equal(client.getState().G.n, 0);
  assert.deepEqual(sent, [['init count', 0], ['add', 2]]);
  jump(1, 2);
  assert.equal(client.getState().G.n, 2);
  await nextTask();
  client.moves.add(1);
  await nextTask();
  assert.deepEqual(sent, [['init count', 0], ['add', 2], ['add', 3]]);
  say({ type: 'START' });
  end();
  assert.equal(isConnected(), false);
});

test('without the extension, nothing happens', () => {
  connectReduxDevTools(Client({ game, quiet: true }))();
});
