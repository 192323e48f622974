// Bots in games whose callbacks return invalid values: the match goes on, and the console names the game, the seat and the move.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MCTSBot } from 'rondel/ai';
import { Local } from 'rondel/multiplayer';
import { race } from '../multiplayer/race.mjs';
import { sit } from '../multiplayer/transports.mjs';
import { printing } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';

const legal = { move: 'say', args: [1] };

/** An endless list of candidates. */
const ENDLESS = { * [Symbol.iterator]() { for (;;) yield legal; } };

/** Returns the first action of a bot of this class, or the action in its place, and the console's output. */
async function turnOf(t, game, Bot = MCTSBot) {
  const printed = printing(t);
  const bots = { 0: { bot: Bot, iterations: 30, seed: 'abc' } };
  const tab = sit(Local({ bots }), race({ name: 'numbers', turn: { maxMoves: 1 }, ...game }), { playerID: '1' });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.turn === 2);
  return { said: tab.state.G.said, gameover: tab.state.ctx.gameover, printed: printed.join('\n') };
}

for (const [name, enumerate, message] of [
  ['nothing', () => undefined, /ai\.enumerate returned undefined for player '0': expected a list/],
  ['a promise', async () => [legal], /ai\.enumerate returned a promise for player '0': expected a list/],
  ['an endless list', () => ENDLESS, /ai\.enumerate.* expected a list/],
  ['an error', () => { throw new Error('no idea'); }, /no idea/],
]) {
  test(`a bot ends its turn if enumerate gives ${name}`, async (t) => {
    const { said, gameover, printed } = await turnOf(t, { ai: { enumerate } });
    assert.deepEqual([said, gameover], [[], undefined]);
    assert.match(printed, /game 'numbers': the bot of player '0' has failed; endTurn\(\) was done in its place/);
    assert.match(printed, message);
  });
}

test('a bot ends its turn if enumerate returns an empty list although the player could act', async (t) => {
  const { printed } = await turnOf(t, { ai: { enumerate: () => [] } });
  assert.match(printed, /the bot of player '0' did nothing; endTurn\(\) was done in its place/);
});

for (const [name, offers] of [
  ['illegal moves among legal ones', [{ move: 'say', args: [3] }, { move: 'shout' }, legal]],
  ['invalid candidates', [null, 7, {}, legal]],
  ['too many candidates', Array.from({ length: 100_000 }, () => legal)],
  ['arguments that JSON cannot represent', [{ move: 'say', args: [1n] }, { move: 'say', args: [() => {}] }, legal]],
]) {
  test(`a bot makes a legal move if enumerate gives ${name}`, async (t) => {
    const { said } = await turnOf(t, { ai: { enumerate: () => offers } });
    assert.deepEqual(said, ['0']);
  });
}

test('the console names the move if every candidate is illegal', async (t) => {
  const { said, printed } = await turnOf(t, { ai: { enumerate: () => [{ move: 'say', args: [3] }] } });
  assert.deepEqual(said, []);
  assert.match(printed, /game 'numbers'.*say\(3\)/);
  assert.match(printed, /endTurn\(\) was done in its place/);
});

test('a move that throws during a search does not stop the search', async (t) => {
  const say = ({ G, playerID }, n) => {
    if (n === 2) throw new Error('not two');
    G.said.push(playerID);
  };
  const { said } = await turnOf(t, { moves: { say } });
  assert.deepEqual(said, ['0']);
});

test('a search of an endless game stops at its limit', async (t) => {
  const { said } = await turnOf(t, { endIf: () => undefined });
  assert.deepEqual(said, ['0']);
});

test('the match goes on without a bot whose constructor throws', async (t) => {
  class Unmade extends MCTSBot {
    constructor() {
      throw new Error('not today');
    }
  }
  const { said, printed } = await turnOf(t, {}, Unmade);
  assert.deepEqual(said, ['0']);
  assert.match(printed, /say\(1\) was done in its place[^]*not today/);
});
