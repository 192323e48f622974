// Undo where several may act: a page says what a master says.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';

const makeGame = (more) => ({
  setup: () => ({ marks: [] }),
  turn: { activePlayers: { all: 'pick' }, stages: { pick: {} } },
  moves: { mark: ({ G, playerID }) => { G.marks.push(playerID); }, alone: ({ events }) => events.setActivePlayers({ currentPlayer: 'pick' }) },
  ...more,
});

for (const [where, multiplayer] of [['in one page', () => undefined], ['at a master', () => Local()]]) {
  test(`${where}, who acts beside others takes nothing back, and is told so`, (t) => {
    const client = Client({ game: makeGame(), playerID: '0', multiplayer: multiplayer(), debug: false });
    t.after(() => client.dispose());
    client.start();
    client.moves.mark();
    assert.deepEqual([client.getState().canUndo, client.getState().canRedo], [false, false]);
    for (const step of ['undo', 'redo']) {
      const { error } = client[step]();
      assert.deepEqual(error, { type: 'action/action_invalid', message: 'only a player who is active alone can undo and redo' });
    }
    assert.deepEqual(client.getState().G.marks, ['0']);
    client.moves.alone();
    client.moves.mark();
    assert.equal(client.getState().canUndo, true);
    assert.equal(client.undo().error, null);
    assert.deepEqual(client.getState().G.marks, ['0']);
    assert.equal(client.redo().error, null);
  });
}

test('under compat a page takes it back, as in boardgame.io', () => {
  const client = Client({ game: makeGame({ compat: '0.50' }), playerID: '0', debug: false });
  client.moves.mark();
  assert.equal(client.getState().canUndo, true);
  client.undo();
  assert.deepEqual(client.getState().G.marks, []);
});
