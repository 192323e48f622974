// Bots that search in games that tell them nonsense: the match goes on, and the console says which game, seat and move it was.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MCTSBot } from 'rondel/ai';
import { Local } from 'rondel/multiplayer';
import { race } from '../multiplayer/race.mjs';
import { sit } from '../multiplayer/transports.mjs';
import { printing } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';

const legal = { move: 'say', args: [1] };

/** Offers that are made again and again, without end. */
const ENDLESS = { * [Symbol.iterator]() { for (;;) yield legal; } };

/** What a bot of this class does at the beginning of such a game, or what is done in its place; and what is printed. */
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
  ['what it throws', () => { throw new Error('no idea'); }, /no idea/],
]) {
  test(`where enumerate gives ${name}, the turn of the bot ends`, async (t) => {
    const { said, gameover, printed } = await turnOf(t, { ai: { enumerate } });
    assert.deepEqual([said, gameover], [[], undefined]);
    assert.match(printed, /game 'numbers': the bot of player '0' has failed; endTurn\(\) was done in its place/);
    assert.match(printed, message);
  });
}

test('an empty list, where the player could do something, ends the turn as well', async (t) => {
  const { printed } = await turnOf(t, { ai: { enumerate: () => [] } });
  assert.match(printed, /the bot of player '0' did nothing; endTurn\(\) was done in its place/);
});

for (const [name, offers] of [
  ['illegal moves among legal ones', [{ move: 'say', args: [3] }, { move: 'shout' }, legal]],
  ['what is no offer', [null, 7, {}, legal]],
  ['more than anybody can try', Array.from({ length: 100_000 }, () => legal)],
  ['what cannot be said in JSON', [{ move: 'say', args: [1n] }, { move: 'say', args: [() => {}] }, legal]],
]) {
  test(`where enumerate gives ${name}, the bot does what is legal`, async (t) => {
    const { said } = await turnOf(t, { ai: { enumerate: () => offers } });
    assert.deepEqual(said, ['0']);
  });
}

test('where all that enumerate gives is illegal, the console names the move', async (t) => {
  const { said, printed } = await turnOf(t, { ai: { enumerate: () => [{ move: 'say', args: [3] }] } });
  assert.deepEqual(said, []);
  assert.match(printed, /game 'numbers'.*say\(3\)/);
  assert.match(printed, /endTurn\(\) was done in its place/);
});

test('a move that throws in what the bot thinks up keeps it from nothing else', async (t) => {
  const say = ({ G, playerID }, n) => {
    if (n === 2) throw new Error('not two');
    G.said.push(playerID);
  };
  const { said } = await turnOf(t, { moves: { say } });
  assert.deepEqual(said, ['0']);
});

test('a game that never ends is looked at for so long, and no longer', async (t) => {
  const { said } = await turnOf(t, { endIf: () => undefined });
  assert.deepEqual(said, ['0']);
});

test('a bot that cannot be made takes no part, and the match goes on', async (t) => {
  class Unmade extends MCTSBot {
    constructor() {
      throw new Error('not today');
    }
  }
  const { said, printed } = await turnOf(t, {}, Unmade);
  assert.deepEqual(said, ['0']);
  assert.match(printed, /say\(1\) was done in its place[^]*not today/);
});
