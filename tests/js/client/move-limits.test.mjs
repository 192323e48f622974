// Numbers from a game or a page: `Infinity` means no limit, and a string of digits is a number of players.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';

const go = ({ G }) => { G.n += 1; };
const counting = (game) => ({ setup: () => ({ n: 0 }), moves: { go }, ...game });
const limitsOf = ({ _activePlayersMinMoves, _activePlayersMaxMoves }) => [_activePlayersMinMoves, _activePlayersMaxMoves];

for (const limit of [Infinity, Number.MAX_SAFE_INTEGER, 2 ** 32, 2 ** 32 - 1]) {
  test(`maxMoves: ${limit} does not limit a turn`, () => {
    for (const turn of [{ maxMoves: limit }, { moveLimit: limit }, { minMoves: 1, maxMoves: limit }]) {
      const client = Client({ game: counting({ turn }), quiet: true });
      for (let i = 0; i < 5; i += 1) client.moves.go();
      assert.deepEqual([client.getState().ctx.turn, client.getState().ctx.numMoves], [1, 5]);
    }
  });

  test(`maxMoves: ${limit} does not limit active players, and ctx shows no limit`, () => {
    const games = [
      { turn: { activePlayers: { all: 's', maxMoves: limit }, stages: { s: {} } } },
      { turn: { activePlayers: { all: { stage: 's', maxMoves: limit } }, stages: { s: {} } } },
      { turn: { activePlayers: { value: { 0: { stage: 's', moveLimit: limit } } }, stages: { s: {} } } },
      { turn: { activePlayers: { all: 's' }, stages: { s: { maxMoves: limit } } } },
      { turn: { onBegin: ({ events }) => events.setActivePlayers({ currentPlayer: 's', maxMoves: limit }), stages: { s: {} } } },
      {
        turn: { stages: { s: {} } },
        moves: {
          go: (context) => {
            go(context);
            if (context.ctx.activePlayers === null) context.events.setStage({ stage: 's', maxMoves: limit });
          },
        },
      },
    ];
    for (const game of games) {
      const client = Client({ game: counting(game), quiet: true, playerID: '0' });
      for (let i = 0; i < 3; i += 1) assert.equal(client.moves.go().status, 'confirmed');
      assert.deepEqual([client.getState().ctx.activePlayers[0], ...limitsOf(client.getState().ctx)], ['s', null, null]);
    }
  });
}

test('one player\'s limit applies while the others have none', () => {
  const activePlayers = { value: { 0: { stage: 's', maxMoves: Infinity }, 1: { stage: 's', maxMoves: 2 } } };
  const client = Client({ game: counting({ turn: { activePlayers, stages: { s: {} } } }), quiet: true });
  assert.deepEqual(limitsOf(client.getState().ctx), [null, { 1: 2 }]);
});

test('a minimum that nobody can reach is refused', () => {
  for (const [turn, path] of [[{ minMoves: Infinity }, /^turn\.minMoves: expected a whole number of moves/], [{ activePlayers: { all: 's', minMoves: Infinity }, stages: { s: {} } }, /minMoves: the number is too large/]]) {
    assert.throws(() => Client({ game: counting({ turn }), quiet: true }), { message: path });
  }
  const game = counting({ turn: { stages: { s: {} } }, moves: { go: ({ events }) => events.setStage({ stage: 's', minMoves: Infinity }) } });
  const client = Client({ game, quiet: true });
  assert.equal(quietly(() => client.moves.go().status), 'rejected');
});

test('null in place of a limit in a stored state means no limit', () => {
  const game = counting({ turn: { activePlayers: { all: 's', maxMoves: 3 }, stages: { s: {} } } });
  const client = Client({ game, quiet: true, playerID: '0' });
  const state = client.getState();
  client.store.dispatch({ type: 'SYNC', state: throughJSON({ ...state, ctx: { ...state.ctx, _activePlayersMaxMoves: { 0: Infinity, 1: 2 } } }), log: [], initialState: state });
  for (let i = 0; i < 5; i += 1) assert.equal(client.moves.go().status, 'confirmed');
  assert.deepEqual(limitsOf(client.getState().ctx), [null, { 1: 2 }]);
});

test('a string of digits is a number of players, in one page and online', (t) => {
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game: counting(), numPlayers: '3', playerID: '0', multiplayer, quiet: true });
    client.start();
    t.after(() => client.dispose());
    const { ctx } = client.getState();
    assert.deepEqual([ctx.numPlayers, ctx.playOrder], [3, ['0', '1', '2']]);
  }
  for (const numPlayers of ['three', '1e9', '-1', '3.5', '99999999999']) {
    assert.throws(() => Client({ game: counting(), numPlayers, quiet: true }), { message: /^numPlayers: / });
  }
});
