// Slow: plays games in Rust, which have to be compiled. Bots of games in Rust that search in one or several workers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { Simulate } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { readBotSpec } from '../../../pkg/lib/ai/bot-spec.js';
import { openBotRunner } from '../../../pkg/lib/ai/bot-runner.js';
import { BOT_CLASSES as classes } from '../../../pkg/lib/ai/bot-classes.js';
import { botViewOf } from '../../../pkg/lib/ai/simulate.js';
import { until } from '../support/tasks.mjs';
import { magpies, ticTacToe } from './bot-games.mjs';

const worker = () => new Worker(new URL('./bots-worker.mjs', import.meta.url));

/** The thinker for the bots of a game, and the player of one. */
function thinking(t, game, spec) {
  const failures = [];
  const runner = openBotRunner({ game, workerFailed: (error) => failures.push(error) });
  t.after(() => runner.close());
  const read = readBotSpec(spec, { game, place: 'bot', classes });
  const play = (state, playerID, how) => runner.think({ state: botViewOf(game)(state, playerID), playerID, spec: read, matchID: 'm' }, how);
  return { play, failures };
}

/** The first moves of a match of these bots. */
async function movesOf(t, game, spec) {
  const { play, failures } = thinking(t, game, { seed: 'abc', ...spec });
  const moves = [];
  const noting = {
    async play(...asked) {
      const played = await play(...asked);
      moves.push(played.action.payload);
      return played;
    },
  };
  await Simulate({ game, bots: noting, state: InitializeGame({ game: { ...game, seed: 'deal' } }), depth: 5 });
  assert.deepEqual(failures, []);
  return moves;
}

for (const [name, game] of Object.entries({ 'tic-tac-toe': ticTacToe, magpies })) {
  test(`${name}: the same seed, iterations and number of workers give the same moves, and one worker those of a bot without workers`, async (t) => {
    const several = { iterations: 90, worker, workers: 3 };
    const first = await movesOf(t, game, several);
    assert.equal(first.length, 5);
    assert.deepEqual(await movesOf(t, game, several), first);
    assert.deepEqual(await movesOf(t, game, { iterations: 60, worker }), await movesOf(t, game, { iterations: 60 }));
  });
}

test('the visits of several workers are added up, and a signal aborts a search at once', async (t) => {
  const state = InitializeGame({ game: ticTacToe });
  const told = [];
  await thinking(t, ticTacToe, { iterations: 200, seed: 'abc', worker, workers: 2 }).play(state, '0', { onProgress: (progress) => told.push(progress) });
  const { iterations, share, candidates } = told.at(-1);
  assert.deepEqual([iterations, share, candidates.length], [200, 1, 9]);
  assert.equal(candidates.reduce((sum, { visits }) => sum + visits, 0), 200);

  const { play } = thinking(t, magpies, { iterations: 1e8, worker, workers: 2 });
  for (const _ of [1, 2]) {
    const ending = new AbortController();
    const thought = play(InitializeGame({ game: magpies }), '0', { signal: ending.signal, onProgress: () => ending.abort() });
    await assert.rejects(thought, { name: 'AbortError' });
  }
});

test('at a Local master each difficulty searches in a worker, and the page needs no search of its own', async (t) => {
  for (const difficulty of /** @type {const} */ (['easy', 'medium', 'hard'])) {
    const shown = [];
    const bots = { 1: { difficulty, thinkingTime: 300, worker, onProgress: (progress) => shown.push(progress) } };
    const client = Client({ game: ticTacToe, playerID: '0', quiet: true, multiplayer: Local({ bots }) });
    t.after(() => client.dispose());
    client.start();
    client.moves.mark(4);
    await until(() => client.getState()?.ctx.turn === 3);
    assert.equal(shown.at(-1).share, 1);
  }
});
