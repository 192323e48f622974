// checkDeterminism of rondel/testing: no false alarms, and each mistake found.
import assert from 'node:assert/strict';
import test from 'node:test';
import { TurnOrder } from 'rondel/core';
import { ProcessGameConfig } from 'rondel/internal';
import { checkDeterminism } from 'rondel/testing';
import { counter } from '../client/support.mjs';
import { busy, enumerate, hiddenHands, notes, positional } from './games.mjs';

/** Returns the error for a game: its first lines, and its payload. */
function foundIn(game, options) {
  try {
    checkDeterminism(game, options);
  } catch (error) {
    assert.equal(error.code, 'testing/nondeterministic', error.stack);
    const [reason, ...lines] = error.message.split('\n').map((line) => line.trim());
    return { reason, lines, ...error.payload };
  }
  return assert.fail('nothing was found');
}

const only = (move) => ({ ...counter(), moves: { move } });

for (const [name, game, options] of [
  ['a game that counts', counter()],
  ['one with phases, hooks, plugins and everything', busy(), { setupData: { size: 4 } }],
  ['one in the positional style', positional()],
  ['hidden hands of three', hiddenHands(), { moves: enumerate, numPlayers: 3 }],
  ['hidden hands for boardgame.io', hiddenHands({ compat: '0.50' }), { moves: enumerate }],
  ['one that boardgame.io would be given', { ...busy(), compat: '0.50' }],
  ['one that is processed', ProcessGameConfig(busy())],
  ['one that looks at the clock, and does nothing by it', only(({ G }) => { G.n += Date.now() > 0 && Math.random() < 2 ? 1 : 0; })],
]) {
  test(`${name} is deterministic`, () => {
    const { games, actions } = checkDeterminism(game, { games: 8, ...options });
    assert.equal(games, 8);
    assert.ok(actions > 100, `${actions} actions`);
  });
}

test('Math.random and the clock are restored after a check', () => {
  const before = [Math.random, globalThis.Date];
  checkDeterminism(counter(), { games: 1 });
  foundIn(only(({ G }) => { G.n = Math.random(); }));
  assert.deepEqual([Math.random, globalThis.Date], before);
  assert.ok(new Date() instanceof Date);
});

test('Math.random in a move is found, and the error names the move, field, seed and actions', () => {
  const { reason, lines, actions, seed, match } = foundIn(only(({ G }) => { G.n = Math.random() < 0.5 ? 'heads' : 'tails'; }), { seed: 4 });
  assert.equal(reason, 'moves.move does not always do the same (seed 4, match 0)');
  assert.match(lines[0], /^G\.n: "(heads|tails)" the first time, "(heads|tails)" the second$/);
  assert.equal(lines[1], 'it uses Math.random');
  assert.match(actions.at(-1), /^player \d: moves\.move\(\)$/);
  assert.deepEqual([seed, match], [4, 0]);
});

test('Math.random in setup is found', () => {
  const { reason, lines } = foundIn({ ...counter(), setup: () => ({ deck: [1, Math.floor(Math.random() * 2)] }) });
  assert.match(reason, /^setup does not/);
  assert.match(lines[0], /^G\.deck\.1: 0 the first time, 1 the second/);
});

for (const [name, hook] of [
  ['turn.onBegin', (onBegin) => ({ turn: { onBegin } })],
  ['turn.onEnd', (onEnd) => ({ turn: { onEnd } })],
  ['turn.onMove', (onMove) => ({ turn: { onMove } })],
  ['phases.first.onBegin', (onBegin) => ({ phases: { first: { start: true, onBegin } } })],
  ['phases.first.turn.onBegin', (onBegin) => ({ phases: { first: { start: true, turn: { onBegin } } } })],
]) {
  for (const [what, time] of [['Date.now()', () => Date.now()], ['new Date()', () => new Date().getHours()], ['Date()', () => Date()]]) {
    test(`${what} in ${name} is found`, () => {
      const { reason, lines } = foundIn({ ...counter(), ...hook(({ G }) => { G.at = time(); }) });
      assert.ok(reason.startsWith(`${name} does not always do the same`), reason);
      assert.match(lines[0], /^G\.at: /);
      assert.equal(lines[1], 'it uses Date');
    });
  }
}

test('a clock that ends the turn or chooses the next player is found', () => {
  const tomorrow = Date.now() + 86_400_000;
  const isLate = () => Date.now() > tomorrow;
  assert.match(foundIn({ ...counter(), turn: { endIf: isLate } }).reason, /^turn\.endIf/);
  const order = { first: () => 0, next: () => Number(isLate()) };
  assert.match(foundIn({ ...counter(), turn: { order } }, { numPlayers: 2 }).reason, /^turn\.order\.next/);
  checkDeterminism({ ...counter(), turn: { order: TurnOrder.ONCE } }, { games: 2 });
});

test('a counter in a module variable is found', () => {
  let made = 0;
  const { reason, lines } = foundIn(only(({ G }) => { made += 1; G.n = made; }));
  assert.match(reason, /^moves\.move does not/);
  assert.match(lines[0], /^G\.n: 1 the first time, 2 the second/);
});

test('a module variable that one move sets for another is found by a replay', () => {
  let last = null;
  const game = { ...counter(), moves: { keep: (_, what) => { last = what; }, use: ({ G }) => { G.last = last; } } };
  const { reason, lines } = foundIn(game);
  assert.match(reason, /^moves\.use does not/);
  assert.match(lines[0], /^G\.last: .* at first, .* played again from the state after \d+ actions$/);
});

test('a cache keyed by objects in G is found by a replay', () => {
  const seen = new WeakSet();
  const move = ({ G }) => { G.n += 1; };
  const look = { move, validate: ({ G }) => { seen.add(G.pieces); } };
  const use = { move, validate: ({ G }) => seen.has(G.pieces) };
  const game = { setup: () => ({ pieces: ['rook'], n: 0 }), moves: { look, use } };
  assert.match(foundIn(game).reason, /^moves\.use\.validate does not/);
});

test('a move that changes its arguments is found', () => {
  const game = only((_, list) => { list.push(1); });
  assert.match(foundIn(game, { moves: () => [{ move: 'move', args: [[7]] }] }).reason, /^moves\.move changes what it is given beside G/);
});

test('a setup that changes setupData is found', () => {
  const game = { ...counter(), setup: (_, { deck }) => ({ first: deck.pop(), n: 0 }) };
  const setupData = { deck: [1, 2, 3] };
  assert.match(foundIn(game, { setupData }).reason, /^setup changes what it is given beside G/);
  assert.deepEqual(setupData, { deck: [1, 2, 3] });
});

test("a plugin that changes its data in place is found", () => {
  const plugin = notes({ api: ({ data, playerID }) => ({ data, write: (text) => { data.of[playerID].push(text); } }) });
  const { reason, lines } = foundIn(hiddenHands({ plugins: [plugin] }), { moves: enumerate });
  assert.match(reason, /changes the state that it is called in/);
  assert.match(lines[0], /^plugins\.notes\.data\.of\.\d/);
});

test('a plugin that calls Math.random is found', () => {
  const plugin = { name: 'dice', setup: () => ({ n: 0 }), api: ({ data }) => ({ data }), flush: () => ({ n: Math.random() }) };
  const { reason, lines } = foundIn({ ...counter(), plugins: [plugin] });
  assert.match(reason, /^flush of the plugin dice does not/);
  assert.match(lines[0], /^plugins\.dice\.data\.n: /);
});

/** Each turn has 2 seconds, so that players are often late. */
const timed = (onTimeout, fields = {}) => ({
  setup: () => ({ made: 0, late: [] }),
  turn: { maxMoves: 1, time: 2000, onTimeout },
  moves: { go: ({ G }) => { G.made += 1; } },
  ai: { enumerate: () => [{ move: 'go' }], bots: { careful: { difficulty: 'easy' } } },
  ...fields,
});

test('a game with time is played with a clock, and players are late', () => {
  const late = [];
  const { moves } = checkDeterminism(timed(({ G, playerID, ctx }) => {
    G.late.push([playerID, ctx.clock.now]);
    late.push(playerID);
  }));
  assert.ok(moves.go.made > 100 && late.length > 100, `${moves.go.made} moves, ${late.length} calls of onTimeout`);
});

test('an onTimeout that does not always do the same is found', () => {
  assert.throws(() => checkDeterminism(timed(({ G }) => { G.late.push(Math.random()); })), (error) => {
    assert.equal(error.code, 'testing/nondeterministic');
    assert.match(error.message, /turn\.onTimeout does not always do the same[^]*timeout/);
    return true;
  });
});

test('a time that is drawn by Math.random is found', () => {
  const game = timed(undefined, { turn: { maxMoves: 1, time: () => 1000 + Math.floor(Math.random() * 1000) } });
  assert.throws(() => checkDeterminism(game), { code: 'testing/nondeterministic' });
});

test('an onTimeout that throws, or names a bot, is played', () => {
  const faulty = checkDeterminism(timed(() => { throw new Error('a fault of the game'); }), { games: 5 });
  assert.ok(faulty.moves.go.made > 20);
  const careful = checkDeterminism(timed('careful', { moves: { go: ({ G }) => { G.made += 1; }, only: ({ G }) => { G.late.push(1); } } }), { games: 5, moves: () => [{ move: 'only' }] });
  assert.ok(careful.moves.only.made > 20);
});
