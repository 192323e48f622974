// Bots in games with hidden information: the states that they receive and search.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ISMCTSBot, MCTSBot, Simulate } from 'rondel/ai';
import { InitializeGame, getFilterPlayerView } from 'rondel/internal';
import { printing } from '../support/console.mjs';
import { cups } from './searching-games.mjs';

const anyCup = (view, ctx, playerID, random) => ({ ...view, ball: random.Die(3) - 1 });
const atTurnOf = (playerID) => ({ turn: { minMoves: 1, maxMoves: 1, order: { first: () => Number(playerID), next: () => 0 } } });

/** The view of the second player, who guesses. */
function seenBySecond(game) {
  const state = InitializeGame({ game });
  return getFilterPlayerView(game)('1', { type: 'update', args: ['', { ...state, deltalog: [] }] }).args[1];
}

test('an ISMCTSBot knows no more than its player: each cup is worth a third', async () => {
  const game = cups({ ...atTurnOf('1'), ai: { determinize: anyCup } });
  const bot = new ISMCTSBot({ game, ...game.ai, iterations: 3000, seed: 1 });
  await bot.play(seenBySecond(game), '1');
  for (const { value } of bot.candidates()) assert.ok(Math.abs(value - 1 / 3) < 0.1, String(value));
});

test('an ISMCTSBot determinizes its player\'s view for each iteration', async () => {
  const asked = [];
  const determinize = (view, ctx, playerID, random) => {
    asked.push([view.ball, ctx.currentPlayer, playerID]);
    return anyCup(view, ctx, playerID, random);
  };
  const game = cups(atTurnOf('1'));
  await new ISMCTSBot({ game, ...game.ai, determinize, iterations: 40, seed: 1 }).play(seenBySecond(game), '1');
  assert.ok(asked.length >= 40);
  assert.deepEqual([...new Set(asked.map((one) => JSON.stringify(one)))], ['[null,"1","1"]']);
});

test('an MCTSBot determinizes once for each move and searches that state', async () => {
  const made = [];
  const determinize = (view, ctx, playerID, random) => {
    const G = anyCup(view, ctx, playerID, random);
    made.push(G.ball);
    return G;
  };
  const game = cups({ ...atTurnOf('1'), ai: { determinize } });
  const bot = new MCTSBot({ game, ...game.ai, iterations: 100, seed: 1 });
  const { action } = await bot.play(seenBySecond(game), '1');
  assert.equal(made.length, 1);
  assert.deepEqual(action.payload.args, made);
});

test('an MCTSBot warns once if a game with hidden information has no determinize', async (t) => {
  const printed = printing(t);
  const game = cups();
  for (const seed of [1, 2]) {
    const bot = new MCTSBot({ game, ...game.ai, iterations: 20, seed });
    await bot.play(seenBySecond(game), '0');
    await bot.play(seenBySecond(game), '0');
  }
  assert.equal(printed.length, 1);
  assert.match(printed[0], /MCTSBot, game 'cups': players do not see everything, and the game has no ai\.determinize/);
  const open = cups({ playerView: undefined, name: 'open' });
  await new MCTSBot({ game: open, ...open.ai, iterations: 20 }).play(InitializeGame({ game: open }), '0');
  assert.equal(printed.length, 1);
});

test('an ISMCTSBot\'s constructor throws for a game without determinize', () => {
  assert.throws(() => new ISMCTSBot({ game: cups() }), { code: 'bot/options', message: /ISMCTSBot: game 'cups' has no ai\.determinize/ });
});

for (const [what, determinize, message] of [
  ['throws', () => { throw new Error('no idea'); }, /no idea/],
  ['returns nothing', () => undefined, /ai\.determinize returned nothing/],
  ['returns a promise', async () => ({}), /ai\.determinize returned a promise/],
]) {
  for (const Class of [MCTSBot, ISMCTSBot]) {
    test(`a ${Class.name} names a determinize that ${what}`, async () => {
      const game = cups({ ...atTurnOf('1'), ai: { determinize } });
      await assert.rejects(new Class({ game, ...game.ai, iterations: 20 }).play(seenBySecond(game), '1'), message);
    });
  }
}

test('a bot receives nothing that is hidden from its seat, neither in the state nor in determinized states', async () => {
  const seen = [];
  const determinize = (view, ctx, playerID, random) => {
    seen.push([playerID, JSON.stringify([view, ctx])]);
    return anyCup(view, ctx, playerID, random);
  };
  const game = cups({
    setup: () => ({ ball: 2, marker: { 0: 'zero marker', 1: 'one marker' } }),
    playerView: ({ G, playerID }) => ({ ...G, ball: playerID === '0' ? G.ball : null, marker: { [playerID]: G.marker[playerID] } }),
    ai: { determinize },
  });
  const bots = Object.fromEntries(['0', '1'].map((seat) => [seat, new ISMCTSBot({ game, ...game.ai, iterations: 20, seed: seat })]));
  await Simulate({ game, bots, state: InitializeGame({ game }) });
  assert.ok(seen.length > 0);
  for (const [playerID, text] of seen) assert.equal(text.includes(playerID === '0' ? 'one marker' : 'zero marker'), false);
});
