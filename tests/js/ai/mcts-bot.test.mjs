// MCTSBot: boardgame.io's contract, and Rondel's additions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MCTSBot, Simulate, Step } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';
import { printing } from '../support/console.mjs';
import { sticks } from './searching-games.mjs';

const seven = sticks(7);
/** Too many for a complete search. */
const sixty = sticks(60);
const stateOf = (game) => InitializeGame({ game });
const argOf = ({ action }) => action.payload.args[0];
const botFor = (game, options) => new MCTSBot({ game, seed: 7, ...game.ai, iterations: 300, ...options });

test('a bot finds the winning move', async () => {
  assert.equal(argOf(await botFor(seven).play(stateOf(seven), '0')), 1);
  assert.equal(argOf(await botFor(sticks(8)).play(stateOf(sticks(8)), '0')), 2);
});

test('a bot returns an action of its player, and the same one for the same seed', async () => {
  const moves = await Promise.all([1, 2].map(() => botFor(seven, { iterations: 20 }).play(stateOf(seven), '0')));
  assert.deepEqual(moves[0].action, { type: 'MAKE_MOVE', payload: { type: 'take', args: [1], playerID: '0' } });
  assert.deepEqual(moves[0].action, moves[1].action);
});

test('whole matches are equal for the same seed', async () => {
  const play = async () => {
    const tried = [];
    const bot = botFor(sticks(12), { iterations: 25, difficulty: 'easy' });
    const noting = { play: async (...asked) => {
      const thought = await bot.play(...asked);
      tried.push(argOf(thought));
      return thought;
    } };
    await Simulate({ game: sticks(12), bots: noting, state: stateOf(sticks(12)) });
    return tried;
  };
  assert.deepEqual(await play(), await play());
});

test('iterations and playoutDepth are numbers, settable options, or functions of the player\'s view', async () => {
  const asked = [];
  const count = (n) => (G, ctx, playerID) => {
    asked.push([G.sticks, ctx.turn, playerID]);
    return n;
  };
  const bot = botFor(sixty, { iterations: count(30), playoutDepth: count(9) });
  await bot.play(stateOf(sixty), '0');
  assert.equal(bot.iterationCounter, 30);
  assert.deepEqual(asked, [[60, 1, '0'], [60, 1, '0']]);
  const other = botFor(sixty, { iterations: 40 });
  assert.equal(other.opts().iterations.value, 40);
  other.setOpt('iterations', 50);
  await other.play(stateOf(sixty), '0');
  assert.equal(other.iterationCounter, 50);
  assert.deepEqual(botFor(seven, { iterations: undefined }).opts(), {
    async: { range: undefined, value: true },
    iterations: { range: { min: 1, max: 2000 }, value: 1000 },
    playoutDepth: { range: { min: 1, max: 100 }, value: 50 },
  });
});

test('a game sets its bots\' effort, and a difficulty overrides it', async () => {
  const game = sticks(60, { ai: { iterations: 12 } });
  const bot = new MCTSBot({ game, ...game.ai });
  await bot.play(stateOf(game), '0');
  assert.equal(bot.iterationCounter, 12);
  assert.ok(new MCTSBot({ game, difficulty: 'hard' }).getOpt('iterations') > 100);
  assert.throws(() => new MCTSBot({ game, difficulty: 'extreme' }), { code: 'bot/options', message: /difficulty: expected easy, medium, hard, got "extreme"/ });
});

test('a bot with a time limit searches for that many milliseconds', async () => {
  const bot = botFor(sixty, { iterations: undefined, thinkingTime: 30 });
  await bot.play(stateOf(sixty), '0');
  assert.ok(bot.iterationCounter > 1);
});

test('a search yields to other tasks, unless async is false', async () => {
  const turnsWhile = async (isAsync) => {
    const bot = botFor(sixty, { iterations: 3000 });
    bot.setOpt('async', isAsync);
    let turns = 0;
    const count = setInterval(() => { turns += 1; }, 0);
    await bot.play(stateOf(sixty), '0');
    clearInterval(count);
    return turns;
  };
  assert.ok(await turnsWhile(true) > 0);
  assert.equal(await turnsWhile(false), 0);
});

test('iterationCallback receives the progress and the tree', async () => {
  const calls = [];
  const bot = botFor(sixty, { iterations: 60, iterationCallback: (data) => calls.push(data) });
  const { metadata } = await bot.play(stateOf(sixty), '0');
  const last = calls.at(-1);
  assert.deepEqual([last.iterationCounter, last.numIterations], [60, 60]);
  assert.equal(last.metadata.visits, metadata.visits);
});

test('a bot reports progress with its findings at least at the end', async () => {
  const reports = [];
  await botFor(sixty, { iterations: 60 }).play(stateOf(sixty), '0', { onProgress: (progress) => reports.push(progress) });
  const { iterations, share, candidates } = reports.at(-1);
  assert.deepEqual([iterations, share], [60, 1]);
  assert.deepEqual(candidates.map(({ action }) => action.payload.args[0]).sort(), [1, 2]);
  for (const { playerID, visits, value } of candidates) {
    assert.equal(playerID, '0');
    assert.ok(visits > 0 && value >= 0 && value <= 1);
  }
});

test('a progress callback that throws does not end the search', async (t) => {
  const printed = printing(t);
  const loud = () => { throw new Error('not interested'); };
  const { action } = await botFor(seven, { iterationCallback: loud }).play(stateOf(seven), '0', { onProgress: loud });
  assert.equal(action.payload.args[0], 1);
  assert.match(printed.join('\n'), /not interested/);
});

test('a signal aborts a search, and the bot can search again at once', async () => {
  const bot = botFor(sixty, { iterations: 1e9 });
  const stop = new AbortController();
  const thought = bot.play(stateOf(sixty), '0', { signal: stop.signal });
  setImmediate(() => stop.abort(new Error('enough')));
  await assert.rejects(thought, /enough/);
  await assert.rejects(bot.play(stateOf(sixty), '0', { signal: AbortSignal.abort(new Error('before')) }), /before/);
  bot.setOpt('iterations', 20);
  assert.equal(typeof argOf(await bot.play(stateOf(sixty), '0')), 'number');
});

test('a bot searches several matches at once', async () => {
  const bot = botFor(sticks(8), { iterations: 2000 });
  const games = [7, 8].map((n) => sticks(n));
  const thoughts = await Promise.all(games.map((game) => bot.play(stateOf(game), '0')));
  assert.deepEqual(thoughts.map(argOf), [1, 2]);
});

test('a bot stops searching once the winner is certain', async () => {
  const bot = botFor(seven, { iterations: 100_000 });
  assert.equal(argOf(await bot.play(stateOf(seven), '0')), 1);
  assert.ok(bot.iterationCounter < 1000);
  assert.ok(bot.candidates().some(({ action, value, proven }) => action.payload.args[0] === 1 && value === 1 && proven));
});

test('a bot without candidates does nothing, and with one candidate plays it at once', async () => {
  const bot = botFor(sticks(7, { ai: { enumerate: () => [] } }));
  assert.equal((await bot.play(stateOf(seven), '0')).action, null);
  const single = botFor(sticks(1));
  assert.equal(argOf(await single.play(stateOf(sticks(1)), '0')), 1);
  assert.ok(single.iterationCounter <= 1);
});

test('metadata is the tree, in the shape of boardgame.io\'s nodes, and is not serialized', async () => {
  const state = stateOf(seven);
  const bot = botFor(seven);
  const { metadata } = await bot.play(state, '0');
  assert.equal(metadata.state, state);
  assert.equal(metadata.parent, undefined);
  assert.equal(metadata.children.length, 2);
  const [child] = metadata.children;
  assert.equal(child.parent, metadata);
  assert.equal(child.parentAction.payload.type, 'take');
  assert.ok(child.visits > 0 && child.value <= child.visits);
  assert.equal(JSON.stringify({ action: 1, metadata }), '{"action":1}');
});

test('a tree that nobody has read is freed when the bot searches another move', async () => {
  const bot = botFor(sticks(9));
  const { metadata } = await bot.play(stateOf(sticks(9)), '0');
  const { metadata: other } = await bot.play(stateOf(sticks(5)), '0');
  assert.deepEqual(metadata.children, []);
  assert.equal(other.children.length, 2);
});

test('Step passes the tree in the action, and the log does not contain it', async () => {
  const client = Client({ game: seven, debug: false, quiet: true });
  const done = await Step(client, botFor(seven));
  assert.equal(done.payload.metadata.children.length, 2);
  assert.equal(client.getState().G.sticks, 6);
  assert.equal(JSON.stringify(client.log).includes('metadata":{'), false);
});

test('playout plays a random match and returns its end, an objective, or nothing', () => {
  const bot = botFor(seven);
  assert.match(bot.playout({ state: stateOf(seven) }).winner, /^[01]$/);
  assert.equal(botFor(seven, { playoutDepth: 1 }).playout({ state: stateOf(seven) }), undefined);
  const objectives = () => ({ few: { checker: (G) => G.sticks < 5, weight: 3 }, none: { checker: () => false, weight: 1 } });
  assert.deepEqual(botFor(seven, { objectives }).playout({ state: stateOf(seven) }), { score: 3 });
});

test('several bots that search the same position choose by their joint findings', async () => {
  const bots = [1, 2].map((seed) => botFor(seven, { seed, iterations: 40 }));
  for (const bot of bots) await bot.play(stateOf(seven), '0');
  const lists = bots.map((bot) => bot.candidates());
  assert.equal(argOf(bots[0].choose([lists[1]])), 1);
  const [{ playerID }] = lists[0];
  const sure = [{ playerID, action: { type: 'MAKE_MOVE', payload: { type: 'take', args: [2], playerID } }, visits: 9999, value: 0.9, proven: false }];
  const unsure = botFor(sixty, { iterations: 5 });
  await unsure.play(stateOf(sixty), '0');
  assert.equal(argOf(unsure.choose([sure])), 2);
  assert.throws(() => botFor(seven).choose([]), { code: 'bot/options' });
});

for (const [what, ai, message] of [
  ['lists nothing', { enumerate: () => undefined }, /game 'sticks': ai\.enumerate returned undefined for player '0'/],
  ['returns a promise', { enumerate: async () => [] }, /ai\.enumerate returned a promise for player '0'/],
  ['throws', { enumerate: () => { throw new Error('no idea'); } }, /no idea/],
  ['lists illegal moves alone', { enumerate: () => [{ move: 'fly' }, { move: 'swim' }] }, /game 'sticks', player '0': (fly|swim)\(\): .* refused/],
]) {
  test(`the error names an enumerate that ${what}`, async () => {
    await assert.rejects(botFor(seven, ai).play(stateOf(seven), '0'), message);
  });
}

test('a search ignores one illegal candidate among others, and names it in development', async (t) => {
  const printed = printing(t);
  const enumerate = (G) => [{ move: 'fly', args: ['far'] }, ...seven.ai.enumerate(G)];
  const bot = botFor(seven, { enumerate });
  assert.equal(argOf(await bot.play(stateOf(seven), '0')), 1);
  await bot.play(stateOf(seven), '0');
  assert.equal(printed.length, 1);
  assert.match(printed[0], /game 'sticks', player '0': fly\("far"\)/);
});

test('a subclass may list the player\'s candidates in its own enumerate', async () => {
  class Timid extends MCTSBot {
    enumerate(G, ctx, playerID) {
      return super.enumerate(G, ctx, playerID).filter(({ payload }) => payload.args[0] === 1);
    }
  }
  const bot = new Timid({ game: sticks(8), ...seven.ai, iterations: 50 });
  assert.equal(argOf(await bot.play(stateOf(sticks(8)), '0')), 1);
});

test('a released bot has no tree and searches like a new one', async () => {
  const bot = botFor(sixty);
  const { metadata } = await bot.play(stateOf(sixty), '0');
  bot.playout({ state: stateOf(sixty) });
  bot.free();
  bot.free();
  assert.deepEqual([metadata.children, bot.candidates()], [[], []]);
  const again = await bot.play(stateOf(sixty), '0');
  assert.deepEqual(again.action, (await botFor(sixty).play(stateOf(sixty), '0')).action);
  assert.ok(again.metadata.children.length > 0);
});

/** A game without a winner and without an end. */
const endless = sticks(60, { endIf: () => undefined, ai: { enumerate: () => [{ move: 'take', args: [0] }, { move: 'take', args: [0.5] }] } });
const withoutEnd = (options) => new MCTSBot({ game: endless, ...endless.ai, seed: 7, playoutDepth: Infinity, ...options });

test('a playout without an end stops at the move\'s time limit', async () => {
  const bot = withoutEnd({ thinkingTime: 30 });
  assert.equal((await bot.play(stateOf(endless), '0')).action.payload.type, 'take');
});

test('a signal aborts a playout without an end', async () => {
  const stop = new AbortController();
  const thought = withoutEnd({ iterations: 10 }).play(stateOf(endless), '0', { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 30);
  await assert.rejects(thought, /enough/);
});

test('a playout without an end does not count as a sign of life', async () => {
  const reports = [];
  const stop = new AbortController();
  const thought = withoutEnd({ iterations: 10 }).play(stateOf(endless), '0', { signal: stop.signal, onProgress: (progress) => reports.push(progress) });
  setTimeout(() => stop.abort(new Error('enough')), 300);
  await assert.rejects(thought, /enough/);
  assert.ok(reports.length <= 1, `${reports.length} reports`);
});

test('a search that pauses within long playouts has the same result as one with short slices', async () => {
  const moves = await Promise.all([0, 2].map(async (rest) => {
    const bot = withoutEnd({ playoutDepth: 500, iterations: 40, rest });
    await bot.play(stateOf(endless), '0');
    assert.equal(bot.iterationCounter, 40);
    return bot.candidates();
  }));
  assert.deepEqual(moves[0], moves[1]);
});
