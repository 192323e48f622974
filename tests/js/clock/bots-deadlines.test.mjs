// Bots at seats know how much time they have left.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { timeShare } from '../../../pkg/lib/ai/time-share.js';

const SECOND = 1000;

/** Two players take one to three sticks in turn. */
const sticks = (time) => ({
  name: 'sticks',
  setup: () => ({ left: 60 }),
  turn: { maxMoves: 1, time, onTimeout: ({ events, playerID }) => { events.endGame({ late: playerID }); } },
  moves: { take: ({ G }, count) => { G.left -= count; } },
  endIf: ({ G, ctx }) => (G.left <= 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: () => [1, 2, 3].map((count) => ({ move: 'take', args: [count] })) },
});

async function until(condition) {
  while (!condition()) await new Promise((done) => { setTimeout(done, 20); });
}

for (const [name, bot] of [['thinks for a minute', { bot: MCTSBot, thinkingTime: 60 * SECOND }], ['makes a billion iterations', { bot: MCTSBot, iterations: 1e9 }]]) {
  test(`a bot that otherwise ${name} plays in time`, async () => {
    const asked = [];
    const client = Client({
      game: sticks({ limit: SECOND, increment: 0 }), playerID: '0', quiet: true,
      multiplayer: Local({ fresh: true, bots: { 1: { ...bot, minTime: 30 * SECOND, onProgress: ({ iterations }) => asked.push(iterations) } } }),
    });
    client.start();
    for (let turn = 0; turn < 2; turn += 1) {
      client.moves.take(1);
      await until(() => client.getState().ctx.currentPlayer === '0' || client.getState().ctx.gameover);
    }
    assert.equal(client.getState().ctx.gameover, undefined);
    assert.deepEqual(client.log.filter(({ action }) => action.type === 'TIMEOUT'), []);
    assert.ok(asked.at(-1) > 1);
    client.stop();
  });
}

test('a bot of the game\'s own receives its time', async () => {
  const times = [];
  class Own {
    async play(state, playerID, { time }) {
      times.push(time);
      return { action: { type: 'MAKE_MOVE', payload: { type: 'take', args: [1], playerID } } };
    }
  }
  const play = async (time) => {
    const client = Client({ game: sticks(time), playerID: '0', quiet: true, multiplayer: Local({ fresh: true, bots: { 1: Own } }) });
    client.start();
    client.moves.take(1);
    await until(() => client.getState().G.left === 58);
    client.stop();
  };
  await play(10 * SECOND);
  await play(undefined);
  assert.ok(times[0] > 4 * SECOND && times[0] <= 5 * SECOND, String(times[0]));
  assert.equal(times[1], undefined);
});

test('a bot takes half of the time for a turn, and a twentieth of the bank', () => {
  const clock = (left, bank) => ({ now: 0, left: { 1: left }, deadlines: { 1: left }, ...bank && { _banks: { 1: bank } } });
  assert.equal(timeShare(clock(60_000), '1', () => 0), 30_000);
  assert.equal(timeShare(clock(60_000), '1', () => 59_000), 500);
  assert.equal(timeShare(clock(300_000, 300_000), '1', () => 0), 15_000);
  assert.equal(timeShare(clock(310_000, 300_000), '1', () => 0), 20_000);
  assert.equal(timeShare(clock(1000), '1', () => 5000), 0);
  assert.equal(timeShare(clock(1000), '0', () => 0), undefined);
  assert.equal(timeShare(undefined, '1', () => 0), undefined);
});
