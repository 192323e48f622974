// Slow: it waits for garbage collections. Clients that are disposed or dropped leave no memory behind.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { memoryInUse, testLeaks } from '../support/memory.mjs';

/** Creates, plays and disposes clients. */
async function spend(count) {
  for (let i = 0; i < count; i++) {
    const client = Client({
      game: {
        setup: () => ({ board: Array.from({ length: 200 }, (_, id) => ({ id, owner: null })) }),
        moves: { take: ({ G, playerID }, id) => { G.board[id].owner = playerID; } },
        turn: { maxMoves: 1 },
      },
      quiet: true,
    });
    client.subscribe(() => {});
    for (let move = 0; move < 5; move++) client.moves.take(move);
    client.getState();
    client.dispose();
  }
  return memoryInUse();
}

test('thousands of clients made and disposed leave no memory behind', async () => {
  // Batches of one size: finalizers run after each batch.
  await spend(600);
  const before = await spend(600);
  await spend(600);
  const after = await spend(600);
  const growth = (after - before) / 1200;
  // One such client uses more than 20 kB during its life.
  assert.ok(growth < 300, `${growth.toFixed(0)} bytes a client stay behind`);
});

test('a disposed client can be read and refuses to play', () => {
  const client = Client({ game: { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } }, quiet: true });
  client.moves.add();
  client.dispose();
  assert.equal(client.moves.add().status, 'rejected');
  assert.equal(client.events.endTurn().status, 'rejected');
  client.stop();
  client.updatePlayerID('1');
});

testLeaks(new URL('leaks.mjs', import.meta.url), [
  ['250 dropped clients of 2,000 objects each', 'dropped', 250],
  ['250 dropped clients of one game, some of whose states and moves were held', 'droppedOfOneGame', 250],
  ['3,000 small dropped clients', 'droppedSmall', 3000],
  ['1,000 states that a client has shown, of 200 objects each', 'shown', 1000],
  ['250 clients that could not begin', 'failed', 250],
  ['250 dropped reducers of a game each', 'reducers', 250],
  ['500 names of stages of 100 kB that moves ask for', 'stagesInMoves', 500],
  ['250 names of stages', 'stages', 250],
  ['250 names of stages of others, and of those that follow', 'stagesOfOthers', 250],
  ['250 outcomes', 'outcomes', 250],
  ['250 names of players at whose place a client acts', 'players', 250],
  ['250 names of players in events', 'activePlayers', 250],
  ['250 phases that do not exist', 'phases', 250],
  ['250 next players who do not exist', 'nextPlayers', 250],
  ['250 credentials', 'credentials', 250],
]);

// A simulation creates clients faster than major collections occur.
testLeaks(new URL('leaks.mjs', import.meta.url), [['100 dropped clients of 2,000 objects each', 'dropped', 100]], 'minor');
