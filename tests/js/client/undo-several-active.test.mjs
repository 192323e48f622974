// Undo with several active players: a master refuses it, and one page warns of that.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { capture } from '../support/console.mjs';

const makeGame = (more) => ({
  setup: () => ({ marks: [] }),
  turn: { activePlayers: { all: 'pick' }, stages: { pick: {} } },
  moves: { mark: ({ G, playerID }) => { G.marks.push(playerID); }, alone: ({ events }) => events.setActivePlayers({ currentPlayer: 'pick' }) },
  ...more,
});

test('a master refuses undo by a player who is not the only active one, with the reason', (t) => {
  const client = Client({ game: makeGame(), playerID: '0', multiplayer: Local(), quiet: true });
  t.after(() => client.dispose());
  client.start();
  client.moves.mark();
  assert.deepEqual([client.getState().canUndo, client.getState().canRedo], [false, false]);
  for (const step of ['undo', 'redo']) {
    assert.deepEqual(client[step]().error, { type: 'action/action_invalid', message: 'only a player who is active alone can undo and redo' });
  }
  assert.deepEqual(client.getState().G.marks, ['0']);
  client.moves.alone();
  client.moves.mark();
  assert.equal(client.getState().canUndo, true);
  assert.equal(client.undo().error, null);
  assert.deepEqual(client.getState().G.marks, ['0']);
});

test('one page undoes the move, and warns once in development that a master does not', () => {
  const { printed } = capture(() => {
    const client = Client({ game: makeGame() });
    for (let i = 0; i < 2; i += 1) {
      client.moves.mark();
      assert.equal(client.undo().error, null);
      assert.deepEqual(client.getState().G.marks, []);
    }
  });
  assert.deepEqual(printed, ['rondel: several players may act now: a master would refuse undo and redo, but this page does not']);
});

test('a player who is active alone gets no warning, nor does a page under compat', () => {
  const { printed } = capture(() => {
    for (const game of [makeGame({ turn: {} }), makeGame({ compat: '0.50' })]) {
      const client = Client({ game, playerID: '0' });
      client.moves.mark();
      client.undo();
      assert.deepEqual(client.getState().G.marks, []);
    }
  });
  assert.deepEqual(printed, []);
});
