// Slow: bots search in workers. Root parallelism: bots that search in several workers at once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { Simulate } from 'rondel/ai';
import { InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { readBotSpec } from '../../../pkg/lib/ai/bot-spec.js';
import { openBotRunner } from '../../../pkg/lib/ai/bot-runner.js';
import { BOT_CLASSES as classes } from '../../../pkg/lib/ai/bot-classes.js';
import { botViewOf } from '../../../pkg/lib/ai/simulate.js';
import { game as connectFour } from '../../games/connect-four.mjs';
import { game as ticTacToe } from '../../games/tic-tac-toe.mjs';
import { game as whist } from '../../games/whist.mjs';
import { move, sit } from '../multiplayer/transports.mjs';
import { until } from '../support/tasks.mjs';

const worker = () => new Worker(new URL('./search-worker.mjs', import.meta.url));

/** Players that ask a runner, as seats do. */
function players(t, game, spec, matchID) {
  const runner = openBotRunner({ game });
  t.after(() => runner.close());
  const read = readBotSpec(spec, { game, place: 'bot', classes });
  return { play: (state, playerID, how) => runner.think({ state, playerID, spec: read, matchID }, how) };
}

/** The moves of a match of these bots against themselves, or the first of them. */
async function movesOf(t, game, spec, depth = 100) {
  const bots = players(t, game, { seed: 'abc', ...spec }, 'match');
  const moves = [];
  const noting = {
    async play(...asked) {
      const played = await bots.play(...asked);
      moves.push(played.action.payload);
      return played;
    },
  };
  await Simulate({ game, bots: noting, state: InitializeGame({ game: { ...game, seed: 'deal' } }), depth });
  return moves;
}

for (const [name, game] of Object.entries({ 'tic-tac-toe': ticTacToe, 'connect four': connectFour, whist })) {
  test(`${name}: the same seed, iterations and number of workers give the same moves`, async (t) => {
    const spec = { iterations: 90, worker, workers: 3 };
    const first = await movesOf(t, game, spec, 6);
    assert.equal(first.length, 6);
    assert.deepEqual(await movesOf(t, game, spec, 6), first);
  });

  test(`${name}: one worker has the result of a bot without workers`, async (t) => {
    const spec = { iterations: 60 };
    assert.deepEqual(await movesOf(t, game, { ...spec, worker }, 6), await movesOf(t, game, spec, 6));
  });
}

test('a difficulty gives the same moves, although it does not always play the best one', async (t) => {
  const spec = { difficulty: 'easy', thinkingTime: 1e6, worker, workers: 2 };
  assert.deepEqual(await movesOf(t, connectFour, spec, 8), await movesOf(t, connectFour, spec, 8));
});

test('several workers never lose at tic-tac-toe', async (t) => {
  const best = players(t, ticTacToe, { iterations: 1000, seed: 'abc', worker, workers: 2 });
  for (const [seat, other] of [['0', '1'], ['1', '0']]) {
    for (let i = 0; i < 5; i += 1) {
      const random = players(t, ticTacToe, { bot: 'random', seed: i });
      const { state } = await Simulate({ game: ticTacToe, bots: { [seat]: best, [other]: random }, state: InitializeGame({ game: ticTacToe }) });
      assert.notEqual(state.ctx.gameover?.winner, other);
    }
  }
});

test('the visits of several workers are added up', async (t) => {
  const bot = players(t, connectFour, { iterations: 200, seed: 'abc', worker, workers: 2 });
  const told = [];
  const state = botViewOf(connectFour)(InitializeGame({ game: connectFour }), '0');
  await bot.play(state, '0', { onProgress: (progress) => told.push(progress) });
  const { iterations, share, candidates } = told.at(-1);
  assert.deepEqual([iterations, share, candidates.length], [200, 1, 7]);
  assert.equal(candidates.reduce((sum, { visits }) => sum + visits, 0), 200);
});

test('a worker finds a move while the player continues', async (t) => {
  const shown = [];
  const bots = { 1: { difficulty: 'easy', worker, onProgress: (progress) => shown.push(progress) } };
  const tab = sit(Local({ bots }), connectFour, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'drop', 3);
  await until(() => tab.state.ctx.turn === 3);
  assert.equal(tab.state.G.cells.filter((cell) => cell === '1').length, 1);
  assert.equal(shown.at(-1).share, 1);
});
