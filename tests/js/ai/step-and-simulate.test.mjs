// boardgame.io's Step and Simulate with bots of both packages. The bots see their players' views.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/ai.js';
import { RandomBot, Simulate, Step } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';

/** The player who says the last of ten numbers wins. Each player's secret is visible to that player only. */
function race(fields = {}) {
  return {
    seed: 'a secret seed',
    setup: () => ({ said: [], minds: { 0: 'zero', 1: 'one' } }),
    playerView: ({ G, playerID }) => ({ ...G, minds: { [playerID]: G.minds[playerID] } }),
    moves: { say: ({ G, ctx }) => void G.said.push(ctx.currentPlayer) },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => (G.said.length >= 10 ? { winner: G.said.at(-1) } : undefined),
    ai: { enumerate: () => [{ move: 'say', args: [] }] },
    ...fields,
  };
}

/** A bot that plays the first candidate and records the states that it receives. */
function noting(seen, action = (playerID) => ({ type: 'MAKE_MOVE', payload: { type: 'say', args: [], playerID } })) {
  return {
    play: async (state, playerID) => {
      seen.push({ state, playerID });
      return { action: action(playerID), metadata: seen.length };
    },
  };
}

test('Step makes the bot play one move for the current player', async () => {
  const game = race();
  const client = Client({ game, debug: false, quiet: true });
  const done = await Step(client, new RandomBot({ game, seed: 1 }));
  assert.equal(done.payload.type, 'say');
  await Step(client, new bgio.RandomBot({ enumerate: game.ai.enumerate, seed: 1 }));
  assert.deepEqual(client.getState().G.said, ['0', '1']);
});

test('Step gives a bot its player\'s view and passes on the metadata', async () => {
  const seen = [];
  const client = Client({ game: race(), debug: false, quiet: true });
  const done = await Step(client, noting(seen));
  assert.equal(done.payload.metadata, 1);
  assert.equal(seen[0].playerID, '0');
  assert.deepEqual(seen[0].state.G.minds, { 0: 'zero' });
  assert.doesNotMatch(JSON.stringify(seen[0].state), /one|a secret seed/);
});

test('Step does nothing if the bot returns nothing or there is no match', async () => {
  const idle = { play: async () => ({ action: undefined }) };
  assert.equal(await Step(Client({ game: race(), debug: false, quiet: true }), idle), undefined);
  assert.equal(await Step({ store: { getState: () => null, dispatch: assert.fail } }, idle), undefined);
});

test('Simulate plays a match to its end, with one bot for all seats or one for each', async () => {
  const game = race();
  const state = InitializeGame({ game });
  const bot = new RandomBot({ game, seed: 1 });
  for (const bots of [bot, { 0: bot, 1: new bgio.RandomBot({ enumerate: game.ai.enumerate }) }]) {
    const end = await Simulate({ game, bots, state });
    assert.deepEqual(end.state.ctx.gameover, { winner: '1' });
  }
  assert.equal(state.G.said.length, 0);
});

test('Simulate names the seat without a bot', async () => {
  const game = race();
  const bots = { 0: new RandomBot({ game }) };
  const expected = { code: 'bot/options', message: 'bots["1"]: expected a bot, got undefined' };
  await assert.rejects(Simulate({ game, bots, state: InitializeGame({ game }) }), expected);
});

test('Simulate gives each bot its player\'s view', async () => {
  const game = race();
  const seen = [];
  const { metadata } = await Simulate({ game, bots: noting(seen), state: InitializeGame({ game }) });
  assert.equal(metadata, 10);
  for (const { state, playerID } of seen) {
    assert.deepEqual(Object.keys(state.G.minds), [playerID]);
    assert.doesNotMatch(JSON.stringify(state), /a secret seed|prngstate/);
  }
});

test('a bot\'s changes to the state that it received do not leave the bot', async () => {
  const game = race();
  const vandal = { play: async (state, playerID) => {
    state.G.said.push('vandal');
    return { action: { type: 'MAKE_MOVE', payload: { type: 'say', args: [], playerID } } };
  } };
  const { state } = await Simulate({ game, bots: vandal, state: InitializeGame({ game }), depth: 3 });
  assert.deepEqual(state.G.said, ['0', '1', '0']);
});

test('Simulate ends at its limit of actions, refused ones included, and when a bot does nothing', async () => {
  const game = race();
  const state = InitializeGame({ game });
  const refused = (playerID) => ({ type: 'MAKE_MOVE', payload: { type: 'nonsense', args: [], playerID } });
  const seen = [];
  const end = await Simulate({ game, bots: noting(seen, refused), state, depth: 5 });
  assert.equal(seen.length, 5);
  assert.deepEqual(end.state.G.said, []);
  const idle = await Simulate({ game, bots: noting(seen, () => null), state });
  assert.equal(idle.metadata, null);
  assert.equal(idle.state, state);
});

test('Simulate rejects with the error of a move', async () => {
  const game = race({ moves: { say() { throw new Error('no voice'); } } });
  await assert.rejects(Simulate({ game, bots: noting([]), state: InitializeGame({ game }) }), /no voice/);
});

test('the first of several active players acts', async () => {
  const game = race({ turn: { activePlayers: { all: 'speaking', maxMoves: 1 }, stages: { speaking: {} } } });
  const seen = [];
  await Simulate({ game, bots: noting(seen), state: InitializeGame({ game }), depth: 2 });
  assert.deepEqual(seen.map(({ playerID }) => playerID), ['0', '1']);
});
