// A printed `ctx` has its fields in boardgame.io's order.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';

const moves = {
  pass: ({ events }) => events.endTurn(),
  ask: ({ events }) => events.setActivePlayers({ all: 'answer', minMoves: 1, maxMoves: 2 }),
  win: ({ events }) => events.endGame({ winner: '0' }),
};
const stages = { answer: {} };

const GAMES = {
  'without phases': { turn: { stages } },
  'with active players from the start': { turn: { stages, activePlayers: { all: 'answer', maxMoves: 3 } } },
  'with phases': { phases: { first: { start: true, next: 'second', turn: { stages, activePlayers: { currentPlayer: 'answer' } } }, second: { turn: { stages } } } },
};

for (const [name, game] of Object.entries(GAMES)) {
  test(`a game ${name} prints its ctx as boardgame.io does`, () => {
    const [theirs, ours] = [bgio.Client, Client].map((make) => {
      const client = make({ game: { setup: () => ({}), moves, ...game }, numPlayers: 3, debug: false, quiet: true });
      const printed = () => JSON.stringify(client.getState().ctx);
      const steps = [printed()];
      for (const act of [client.moves.pass, client.moves.ask, client.events.endPhase, client.moves.win]) {
        act();
        steps.push(printed());
      }
      return steps;
    });
    assert.deepEqual(ours, theirs);
  });
}
