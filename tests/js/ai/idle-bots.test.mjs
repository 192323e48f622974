// Bots that keep a search tree release it when nobody needs it any more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InitializeGame } from 'rondel/internal';
import { MCTSBot } from 'rondel/ai';
import { openBotRunner } from '../../../pkg/lib/ai/bot-runner.js';
import { game } from '../../games/tic-tac-toe.mjs';

const state = InitializeGame({ game });

/** A runner whose bots record when they are freed. */
function watched(options = {}) {
  const log = [];
  const held = [];
  class Own {
    play(_state, playerID) {
      log.push(`plays ${playerID}`);
      const done = { action: { type: 'MAKE_MOVE', payload: { type: 'mark', args: [0], playerID } } };
      return new Promise((resolve) => { held.push(() => resolve(done)); });
    }

    free() {
      log.push('freed');
    }
  }
  const runner = openBotRunner({ game, ...options });
  const spec = () => ({ label: 'own', Bot: Own, options: {}, workers: 1 });
  const think = (matchID, way) => {
    const thought = runner.think({ state, playerID: '0', spec: way, matchID });
    return { thought, end: () => held.shift()() };
  };
  return { log, runner, spec, think };
}

test('a bot is kept for its next move, and freed when its match is forgotten or its spec changes', async () => {
  const { log, runner, spec, think } = watched();
  const [one, other] = [spec(), spec()];
  for (const way of [one, one, other]) {
    const { thought, end } = think('m', way);
    await null;
    end();
    await thought;
  }
  assert.deepEqual(log, ['plays 0', 'plays 0', 'freed', 'plays 0']);
  runner.forget('m');
  runner.forget('m');
  assert.deepEqual(log.slice(4), ['freed']);
});

test('a bot whose match is forgotten during a search is freed after the search', async () => {
  const { log, runner, spec, think } = watched();
  const { thought, end } = think('m', spec());
  await null;
  runner.forget('m');
  assert.deepEqual(log, ['plays 0']);
  end();
  await thought;
  assert.deepEqual(log, ['plays 0', 'freed']);
});

test('a closed runner frees its bots', async () => {
  const { log, runner, spec, think } = watched();
  const { thought, end } = think('m', spec());
  await null;
  end();
  await thought;
  runner.close();
  assert.deepEqual(log, ['plays 0', 'freed']);
});

test('a bot that pauses between its slices makes the same move', async () => {
  const moves = [];
  for (const rest of [0, 2]) moves.push((await new MCTSBot({ game, seed: 'rest', iterations: 2000, rest }).play(state, '0')).action);
  assert.deepEqual(moves[0], moves[1]);
});

test('the runner limits the number of idle bots, for any number of seats', async () => {
  const { log, spec, runner, think } = watched({ cacheSize: 1 });
  const way = spec();
  for (const matchID of ['m', 'n']) {
    const { thought, end } = think(matchID, way);
    await null;
    end();
    await thought;
  }
  assert.deepEqual(log, ['plays 0', 'plays 0', 'freed']);
  runner.close();
});
