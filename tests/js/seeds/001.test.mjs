// Every example of document 001, on stages. The parts that are identical in document 002 are in fixtures/stages.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { quietly } from '../support/console.mjs';
import { as, assertConfirmed, assertRejected, ctxOf, gOf, play } from './fixtures/play.mjs';
import { stagesExamples } from './fixtures/stages.mjs';

stagesExamples('001');

const setup = ({ ctx }) => ({ hand: Array(ctx.numPlayers).fill(2) });

test('001 Defining Stages: the moves of a stage override the global ones', () => {
  const DiscardCard = ({ G, playerID }) => { G.hand[playerID] -= 1; };
const game = {
  moves: { play: () => {}, toDiscard: ({ events }) => events.setStage('discard') },

  turn: {
    stages: {
      discard: {
        moves: { DiscardCard },
      },
    },
  },
};
  const client = play({ ...game, setup });
  quietly(() => assertRejected(client.moves.DiscardCard(), 'action/unavailable_move'));
  assertConfirmed(client.moves.play());
  assertConfirmed(client.moves.toDiscard());
  quietly(() => assertRejected(client.moves.play(), 'action/unavailable_move'));
  assertConfirmed(client.moves.DiscardCard());
  assert.deepEqual(gOf(client).hand, [1, 2, 2, 2]);
});

test('001 Defining Stages: a stage without moves leaves the global ones', () => {
  const client = play({ setup, moves: { play: () => {} }, turn: { activePlayers: { all: 'free' }, stages: { free: {} } } });
  assertConfirmed(as(client, '2', (moves) => moves.play()));
});

test('001 Defining Stages: a move of a stage is not related to the global one of the same name', () => {
  const client = play({
    setup: () => ({ calls: [] }),
    moves: { act: ({ G }) => { G.calls.push('global'); } },
    turn: { stages: { s: { moves: { act: ({ G }) => { G.calls.push('stage'); } } } } },
  });
  client.moves.act();
  client.events.setStage('s');
  client.moves.act();
  client.events.endStage();
  client.moves.act();
  assert.deepEqual(gOf(client).calls, ['global', 'stage', 'global']);
});

test('001 Advanced: every other player has to discard', () => {
  const Discard = ({ G, playerID }) => { G.hand[playerID] -= 1; };
function PlayCard({ events }) {
  events.setActivePlayers({ others: 'discard', minMoves: 1, maxMoves: 1 });
}

const game = {
  moves: { PlayCard },
  turn: {
    stages: {
      discard: {
        moves: { Discard },
      },
    },
  },
};
  const client = play({ ...game, setup });
  assertConfirmed(client.moves.PlayCard());
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'discard', 2: 'discard', 3: 'discard' });

  // In no particular order, each exactly once, and nobody gets out of it.
  for (const id of ['3', '1', '2']) {
    quietly(() => as(client, id, (_, events) => events.endStage()));
    assert.equal(ctxOf(client).activePlayers[id], 'discard');
    assertConfirmed(as(client, id, (moves) => moves.Discard()));
  }
  assert.deepEqual(gOf(client).hand, [2, 1, 1, 1]);
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(ctxOf(client).currentPlayer, '0', 'the turn did not end');
  assertConfirmed(client.moves.PlayCard());
});
