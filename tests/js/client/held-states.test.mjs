// States that a page keeps have complete lazy fields, even after other objects were collected.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { memoryInUse } from '../support/memory.mjs';
import { counter } from './support.mjs';

/** Values that are made on the first read of a state after this many moves. */
function read({ log, deltalog, _undo, canUndo, canRedo, plugins }) {
  return { log: log.length, deltalog: deltalog.length, undo: _undo.length, canUndo, canRedo, plugins: Object.keys(plugins) };
}

const after = (moves) => ({ log: moves, deltalog: 1, undo: moves + 1, canUndo: true, canRedo: false, plugins: ['random', 'log', 'events'] });

for (const step of [1, 5, 7, 8, 9]) {
  test(`a page that keeps one state in ${step} reads them completely, even after it dropped its client`, async () => {
    let client = Client({ game: counter(), quiet: true });
    const held = [];
    for (let i = 1; i <= 200; i += 1) {
      client.moves.add(1);
      const state = client.getState();
      if (i % step === 0) held.push([i, state]);
      if (i % 50 === 0) await memoryInUse();
    }
    client = null;
    await memoryInUse();
    for (const [moves, state] of held) assert.deepEqual(read(state), after(moves));
  });
}

test('a state is complete whose playerView has read other states', async () => {
  let asked = 0;
  const playerView = ({ G }) => {
    asked -= 1;
    if (asked > 0) client.legalMoves();
    return { ...G };
  };
  const client = Client({ game: { ...counter(), ai: { enumerate: () => [] }, playerView }, quiet: true });
  // The first states share a batch with the initial one, which the client always keeps.
  for (let i = 1; i <= 10; i += 1) {
    client.moves.add(1);
    client.getState();
  }
  const { G, ctx } = client.getState();
  // While a preview is shown, `legalMoves` reads the match's own state.
  client.previewState({ G, ctx });
  asked = 20;
  client.moves.add(1);
  const state = client.getState();
  for (let i = 0; i < 20; i += 1) {
    client.moves.add(1);
    client.getState();
  }
  await memoryInUse();
  assert.deepEqual(read(state), after(11));
});
