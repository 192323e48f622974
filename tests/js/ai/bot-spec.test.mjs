// Bot specs: the values that are allowed in place of a bot.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RandomBot } from 'rondel/ai';
import { makeBot, readBotSpec } from '../../../pkg/lib/ai/bot-spec.js';
import { unbound } from '../../../pkg/lib/util/bound.js';

class Mcts {
  static botName = 'mcts';

  constructor(options) {
    this.options = options;
  }
}
class Ismcts extends Mcts {
  static botName = 'ismcts';
}
class Mine extends Mcts {}

const classes = { random: RandomBot, mcts: Mcts, ismcts: Ismcts };
const game = { name: 'hearts', seed: 'x', ai: { enumerate: () => [], iterations: 7, bots: { mine: Mine, easy: { bot: Mine, seed: 3 }, gentle: 'easy' } } };
const hidden = { name: 'hearts', ai: { enumerate: () => [], determinize: () => ({}) } };
const read = (spec, more) => readBotSpec(spec, { game, place: 'bots[1]', classes, ...more });

test('a spec is a class, a name of the game\'s, a difficulty or a name of this package\'s', () => {
  assert.deepEqual([read(Mine).Bot, read(Mine).label], [Mine, 'Mine']);
  assert.deepEqual([read('mine').Bot, read('mine').label], [Mine, 'mine']);
  assert.deepEqual([read('medium').Bot, read('medium').options, read('medium').label], [Mcts, { difficulty: 'medium' }, 'medium']);
  assert.deepEqual([read('random').Bot, read('random').label], [RandomBot, 'random']);
});

test('a game\'s own bot takes precedence over a difficulty of the same name', () => {
  assert.deepEqual([read('easy').Bot, read('easy').options], [Mine, { seed: 3 }]);
  assert.deepEqual([read('gentle').Bot, read('gentle').options], [Mcts, { difficulty: 'easy' }]);
});

test('settings choose the search\'s effort and its place', () => {
  const worker = () => {};
  const onProgress = () => {};
  const { options, workers, ...spec } = read({ bot: Mcts, iterations: 50, thinkingTime: 200, playoutDepth: 9, seed: 'x', workers: 2, worker, onProgress });
  assert.deepEqual(options, { iterations: 50, thinkingTime: 200, playoutDepth: 9, seed: 'x' });
  assert.equal(workers, 2);
  assert.equal(spec.worker, worker);
  assert.equal(spec.onProgress, onProgress);
  assert.equal(spec.label, 'mcts');
});

test('a bot without a class uses the game\'s determinize if there is one', () => {
  assert.equal(read({ iterations: 5 }).Bot, Mcts);
  assert.equal(read({ iterations: 5 }, { game: hidden }).Bot, Ismcts);
});

test('a bot needs a class if the search is not loaded', () => {
  const error = { code: 'bot/options', message: /bots\[1\]: .* say \{ bot: MCTSBot, difficulty: "hard" \}, with the class imported/ };
  assert.throws(() => read('hard', { classes: undefined }), error);
  assert.throws(() => read({ difficulty: 'hard' }, { classes: undefined }), error);
  assert.throws(() => read('hard', { classes: undefined, game: hidden }), /bot: ISMCTSBot/);
  assert.equal(read({ bot: Mcts, difficulty: 'hard' }, { classes: undefined }).label, 'hard');
});

test('the worker may supply the class', () => {
  const spec = read({ difficulty: 'hard', worker: () => {} }, { classes: undefined });
  assert.equal(spec.Bot, undefined);
  assert.deepEqual(spec.asData, { difficulty: 'hard' });
  const named = read({ bot: 'theirs', seed: 4, worker: () => {} }, { classes: undefined });
  assert.deepEqual([named.Bot, named.asData], [undefined, { bot: 'theirs', seed: 4 }]);
});

test('a spec sent as data describes the same bot to another owner of the game', () => {
  for (const spec of ['mine', 'medium', 'random', { iterations: 5 }, { bot: Mcts, difficulty: 'hard', seed: 4 }, { bot: RandomBot }, Mine, { bot: Mine, seed: 4 }, { bot: 'mine' }, { bot: 'mcts', seed: 4 }, Ismcts]) {
    const before = read(spec);
    const after = read(JSON.parse(JSON.stringify(before.asData)));
    assert.deepEqual([after.Bot, after.options], [before.Bot, before.options]);
  }
  class Other {}
  for (const spec of [Other, { bot: Other, seed: 1 }, { iterations: () => 5 }]) assert.equal(read(spec).asData, undefined);
  assert.throws(() => read({ bot: Other, worker: () => {} }), { code: 'bot/options', message: /cannot be sent/ });
});

for (const [what, spec, message] of [
  ['nothing', undefined, /^bots\[1\]: expected a bot's class, 'mine', 'easy', .*got undefined$/],
  ['null', null, /got null/],
  ['a number', 7, /got 7/],
  ['a name of nobody', 'impossible', /'medium', 'hard'.*got "impossible"/],
  ['a name of every object', 'toString', /got "toString"/],
  ['a misspelt option', { dificulty: 'hard' }, /^bots\[1\]\.dificulty: there is no such option of a bot: expected bot, difficulty/],
  ['another difficulty', { difficulty: 'extreme' }, /^bots\[1\]\.difficulty: expected easy, medium, hard, got "extreme"/],
  ['half an iteration', { iterations: 0.5 }, /^bots\[1\]\.iterations: expected a whole number above 0/],
  ['no time', { thinkingTime: 0 }, /^bots\[1\]\.thinkingTime: expected milliseconds/],
  ['no bot', { bot: 'Nobody' }, /^bots\[1\]\.bot: expected a class/],
  ['no workers', { workers: -1 }, /^bots\[1\]\.workers: /],
]) {
  test(`${what} is no bot: the error names the place`, () => {
    assert.throws(() => read(spec), { code: 'bot/options', message });
  });
}

test('the error about an instance in place of a class says what to write', () => {
  const bot = new RandomBot({ enumerate: () => [] });
  assert.throws(() => read(bot), { code: 'bot/options', message: 'bots[1]: expected a class, got an instance: write { bot: RandomBot }' });
  assert.throws(() => read({ bot }), { code: 'bot/options', message: 'bots[1].bot: expected a class, got an instance: write { bot: RandomBot }' });
  const searching = Object.assign(new Mine({}), { play() {}, iterations: 10 });
  assert.throws(() => read(searching), /: expected a class, got an instance: write \{ bot: Mine, iterations: 10 \}$/);
});

test('the error about a mistake in the game\'s own bots names its place', () => {
  const wrong = { ai: { enumerate: () => [], bots: { mine: { seed: {} } } } };
  assert.throws(() => read('mine', { game: wrong }), /^RondelError: ai\.bots\.mine\.seed: /);
});

test('a bot receives the game\'s ai, the game and its seed; the spec takes precedence', () => {
  const { options } = makeBot(read({ bot: Mcts, seed: 'y' }), game);
  assert.equal(options.game, game);
  assert.equal(unbound(options.enumerate), game.ai.enumerate);
  assert.deepEqual([options.seed, options.iterations], ['y', 7]);
  assert.equal(makeBot(read(Mine), game).options.seed, 'x');
});

test('the spec\'s effort takes precedence over the game\'s', () => {
  const { options } = makeBot(read('medium'), game);
  assert.deepEqual([options.difficulty, options.iterations], ['medium', undefined]);
});
