// Slow: bots play hundreds of games. Measures strength over fewer games than `scripts/bench strength`. Seeds make the games the same each
// time. A duel stops once the remaining games cannot change the verdict. The tests take turns by day.
import assert from 'node:assert/strict';
import test from 'node:test';
import { game as connectFour } from '../../games/connect-four.mjs';
import { game as ticTacToe } from '../../games/tic-tac-toe.mjs';
import { game as whist } from '../../games/whist.mjs';
import { duel, inWords } from '../support/duels.mjs';
import { isForToday } from '../support/rotation.mjs';
import { averaged, boardgameio, ismcts, mcts, random, textbook } from './contenders.mjs';

/** Tests with this index play every second day. */
const turn = (index) => ({ skip: !isForToday(index) && 'plays tomorrow, or with RONDEL_DAY=each' });

async function played(t, game, options) {
  const score = await duel(game, options);
  t.diagnostic(inWords(score));
  return score;
}

test('1,000 iterations lose no game of tic-tac-toe, from either side', turn(0), async (t) => {
  const one = mcts(ticTacToe, { iterations: 1000 });
  assert.equal((await played(t, ticTacToe, { one, other: random(ticTacToe), games: 100 })).lost, 0);
  assert.equal((await played(t, ticTacToe, { one, other: boardgameio(ticTacToe, 100), games: 10 })).lost, 0);
});

test("the bot beats boardgame.io's at connect four with as many iterations", turn(1), async (t) => {
  const iterations = 100;
  const isEnough = ({ share }) => share >= 0.5;
  const score = await played(t, connectFour, { one: mcts(connectFour, { iterations }), other: boardgameio(connectFour, iterations), games: 20, isEnough });
  assert.ok(isEnough(score), String(score.share));
});

test('ISMCTSBot is as strong as the textbook\'s against a random bot, at cards with hidden hands', turn(0), async (t) => {
  const games = 80;
  const { interval: [low] } = await played(t, whist, { one: textbook(300), other: random(whist), games });
  const isEnough = ({ interval: [, high] }) => high >= low;
  const own = await played(t, whist, { one: ismcts(whist, { iterations: 300 }), other: random(whist), games, isEnough });
  assert.ok(isEnough(own), 'the intervals do not overlap');
});

test('ISMCTSBot does not lose to bots that determinize and believe it, at cards with hidden hands', turn(1), async (t) => {
  for (const other of [mcts(whist, { iterations: 300 }), averaged(whist, 300)]) {
    const isEnough = ({ interval: [, high] }) => high >= 0.45;
    const score = await played(t, whist, { one: ismcts(whist, { iterations: 300 }), other, games: 40, isEnough });
    assert.ok(isEnough(score), String(score.interval));
  }
});

for (const [index, [game, bot, duels]] of /** @type {[any, any, [string, string, number][]][]} */ ([
  [connectFour, mcts, [['medium', 'easy', 20], ['hard', 'medium', 4]]],
  [whist, ismcts, [['medium', 'easy', 40], ['hard', 'medium', 8]]],
]).entries()) {
  test(`each difficulty is stronger than the one below it: ${game.name}`, turn(index), async (t) => {
    for (const [one, other, games] of duels) {
      const isEnough = ({ interval: [, high] }) => high >= 0.65;
      const score = await played(t, game, { one: bot(game, { difficulty: one }), other: bot(game, { difficulty: other }), games, isEnough });
      assert.ok(isEnough(score), `${one} against ${other}`);
    }
  });
}
