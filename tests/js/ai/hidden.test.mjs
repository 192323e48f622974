// Bots of games that hide something: what they are handed, and what they make of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ISMCTSBot, MCTSBot, Simulate } from 'rondel/ai';
import { InitializeGame, getFilterPlayerView } from 'rondel/internal';
import { printing } from '../support/console.mjs';
import { cups } from './searching-games.mjs';

const anyCup = (view, ctx, playerID, random) => ({ ...view, ball: random.Die(3) - 1 });
const atTurnOf = (playerID) => ({ turn: { minMoves: 1, maxMoves: 1, order: { first: () => Number(playerID), next: () => 0 } } });

/** What the second player sees, who is to guess. */
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

test('an ISMCTSBot has what is hidden made up for each iteration, of what its player sees', async () => {
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

test('a MCTSBot has it made up once for a move, and takes that for the truth', async () => {
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

test('a MCTSBot of a game that hides something without a determinize says once what it lacks', async (t) => {
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

test('an ISMCTSBot is not made for a game without a determinize', () => {
  assert.throws(() => new ISMCTSBot({ game: cups() }), { code: 'bot/options', message: /ISMCTSBot: game 'cups' has no ai\.determinize/ });
});

for (const [what, determinize, message] of [
  ['throws', () => { throw new Error('no idea'); }, /no idea/],
  ['returns nothing', () => undefined, /ai\.determinize returned nothing/],
  ['returns a promise', async () => ({}), /ai\.determinize returned a promise/],
]) {
  for (const Class of [MCTSBot, ISMCTSBot]) {
    test(`a determinize that ${what} is named by a ${Class.name}`, async () => {
      const game = cups({ ...atTurnOf('1'), ai: { determinize } });
      await assert.rejects(new Class({ game, ...game.ai, iterations: 20 }).play(seenBySecond(game), '1'), message);
    });
  }
}

test('nothing that is hidden from a seat reaches its bot: neither the state nor what is made up of it', async () => {
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
