// Names cross the WebAssembly boundary as numbers: each name keeps its meaning, for any number of names.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';

test('any number of moves of the only active player count as theirs', () => {
  const game = { setup: () => ({}), turn: { activePlayers: { currentPlayer: null } }, moves: { go: () => {} } };
  const client = Client({ game, quiet: true });
  // The engine keeps a map of each player's first count.
  client.events.endTurn();
  assert.deepEqual(client.getState().ctx._activePlayersNumMoves, { 1: 0 });
  client.events.endTurn();
  for (let moves = 1; moves <= 2100; moves += 1) {
    client.moves.go();
    assert.deepEqual(client.getState().ctx._activePlayersNumMoves, { 0: moves });
  }
});

/** A game whose players enter stages of any name, without a history. */
function stages() {
  const moves = { stand: ({ events }, stage) => events.setStage(stage) };
  return { disableLog: true, disableUndo: true, setup: () => ({}), turn: { activePlayers: { all: 'first' } }, moves };
}

for (const stage of ['\0#01', '\0#x', '\0#1', '\0true', '\ud800', 'constructor']) {
  test(`a stage called ${JSON.stringify(stage)} keeps its name after another name reused its number`, () => {
    const client = Client({ game: stages(), quiet: true });
    // The state is not shown: the names of a shown state are not released.
    client.moves.stand(stage);
    for (let i = 0; i < 500; i += 1) client.moves.stand(`n${i}`);
    client.moves.stand(stage);
    assert.equal(client.getState().ctx.activePlayers[0], stage);
  });
}
