// The base class of bots, by boardgame.io's contract.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/ai.js';
import { Bot, ISMCTSBot, MCTSBot, RandomBot } from 'rondel/ai';
import { InitializeGame } from 'rondel/internal';
import { TicTacToe } from './support/games.mjs';

const nothing = () => [];
const offering = (offers, more) => new RandomBot({ enumerate: () => offers, ...more });

test('a bot with a seed draws boardgame.io\'s numbers, integers and elements', () => {
  for (const seed of [0, 7, 'rondel', '']) {
    const [ours, theirs] = [RandomBot, bgio.RandomBot].map((Class) => new Class({ enumerate: nothing, seed }));
    const drawn = (bot) => [bot.random(), bot.random(6), bot.random(['a', 'b', 'c']), bot.random(0), bot.random([])];
    assert.deepEqual(drawn(ours), drawn(theirs), String(seed));
    assert.deepEqual({ ...ours.prngstate }, { ...theirs.prngstate });
  }
});

test('a bot continues from a stored state of its generator', () => {
  const first = offering([], { seed: 7 });
  first.random();
  const second = offering([], { seed: 'another' });
  second.prngstate = { ...first.prngstate };
  assert.equal(second.random(), first.random());
});

test('numbers differ without a seed', () => {
  const bot = offering([]);
  assert.notEqual(bot.random(), bot.random());
  assert.equal(bot.prngstate, undefined);
});

test('options can be added, read and set; reading an unknown option throws', () => {
  const bot = offering([]);
  bot.addOpt({ key: 'depth', range: { min: 1, max: 9 }, initial: 3 });
  bot.setOpt('depth', 4);
  assert.equal(bot.getOpt('depth'), 4);
  bot.setOpt('toString', 1);
  assert.deepEqual(bot.opts(), { depth: { range: { min: 1, max: 9 }, value: 4 } });
  assert.throws(() => bot.getOpt('unknown'));
});

test('enumerate turns moves and events into actions and leaves actions unchanged', () => {
  const action = { type: 'MAKE_MOVE', payload: { type: 'take', args: [], playerID: '1' } };
  const bot = offering([{ move: 'play', args: [1] }, { move: 'rest' }, { event: 'endTurn' }, action, { unknown: true }, null, 7]);
  const [play, rest, end, same, ...others] = bot.enumerate({}, {}, '1');
  assert.deepEqual(play, { type: 'MAKE_MOVE', payload: { type: 'play', args: [1], playerID: '1' } });
  assert.deepEqual(rest, { type: 'MAKE_MOVE', payload: { type: 'rest', args: undefined, playerID: '1' } });
  assert.deepEqual(end, { type: 'GAME_EVENT', payload: { type: 'endTurn', args: undefined, playerID: '1' } });
  assert.equal(same, action);
  assert.deepEqual(others, [undefined, undefined, undefined]);
});

for (const [what, returned] of [['nothing', undefined], ['null', null], ['an object', { 0: {} }], ['a text', 'play']]) {
  test(`the error about an enumerate that returns ${what} names the game and the seat`, () => {
    const bot = new RandomBot({ game: { name: 'hearts' }, enumerate: () => returned });
    assert.throws(() => bot.enumerate({}, {}, '2'), { code: 'game/enumerate', message: /game 'hearts': ai\.enumerate returned .* for player '2'/ });
  });
}

test('the error names an enumerate that returns a promise, and its rejection does not end the process', async () => {
  const bot = new RandomBot({ game: { name: 'hearts' }, enumerate: () => Promise.reject(new Error('late')) });
  assert.throws(() => bot.enumerate({}, {}, '2'), /returned a promise for player '2'/);
  await new Promise((done) => { setImmediate(done); });
});

test('a bot reads the beginning of an endless list', () => {
  const bot = offering(Array.from({ length: 50_000 }, () => ({ move: 'play' })));
  assert.equal(bot.enumerate({}, {}, '0').length, 10_000);
});

test('a bot uses the game\'s enumerate, and its constructor throws without one', () => {
  const game = { name: 'hearts', ai: { enumerate: () => [{ move: 'play' }] } };
  assert.equal(new RandomBot({ game }).enumerate({}, {}, '0')[0].payload.type, 'play');
  assert.throws(() => new RandomBot({ game: { name: 'hearts' } }), { code: 'bot/options', message: /game 'hearts' has no ai\.enumerate/ });
});

test('a RandomBot plays a possible action, or nothing if there is none', async () => {
  const counts = { a: 0, b: 0 };
  const bot = offering([{ move: 'a' }, { move: 'b' }], { seed: 1 });
  for (let i = 0; i < 100; i += 1) counts[(await bot.play({ G: {}, ctx: {} }, '0')).action.payload.type] += 1;
  assert.ok(counts.a > 30 && counts.b > 30);
  for (const offers of [[], [{ unknown: true }]]) assert.deepEqual(await offering(offers).play({ G: {}, ctx: {} }, '0'), { action: null });
});

test('a bot does nothing for a player who cannot act', async () => {
  const determinize = (G) => G;
  const options = { game: TicTacToe, ...TicTacToe.ai, determinize, iterations: 20, seed: 1 };
  const { G, ctx, ...state } = InitializeGame({ game: TicTacToe });
  for (const Class of [RandomBot, MCTSBot, ISMCTSBot]) {
    const actionIn = async (fields, playerID) => (await new Class(options).play({ ...state, G, ctx: { ...ctx, ...fields } }, playerID)).action;
    assert.equal(await actionIn({}, '1'), null, Class.name);
    assert.equal(await actionIn({ activePlayers: { 0: null } }, '1'), null, Class.name);
    assert.equal(await actionIn({ gameover: { draw: true } }, '0'), null, Class.name);
    assert.equal((await actionIn({}, '0')).payload.playerID, '0', Class.name);
    assert.equal((await actionIn({ activePlayers: { 1: null } }, '1')).payload.playerID, '1', Class.name);
  }
});

test('a player who cannot act does not use the findings of others either', async () => {
  const bot = new MCTSBot({ game: TicTacToe, iterations: 20, seed: 1 });
  const other = new MCTSBot({ game: TicTacToe, iterations: 20, seed: 2 });
  const state = InitializeGame({ game: TicTacToe });
  await Promise.all([bot.play(state, '1'), other.play(state, '0')]);
  assert.equal(bot.choose([other.candidates()]).action, null);
});

test('a subclass of Bot without a play method rejects', async () => {
  class Idle extends Bot {}
  await assert.rejects(new Idle({ enumerate: nothing }).play({}, '0'), { code: 'bot/options', message: /Idle has no play/ });
});
