// Slow: random play. Random play creates as many arguments as a move takes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { legacyGame } from 'rondel/core';
import { ProcessGameConfig } from 'rondel/internal';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';

/** The numbers of arguments with which both checks called a move. */
async function calledWith(make) {
  const counts = new Set();
  const seen = (count) => { counts.add(count); };
  await checkSecrecy(make(seen), { games: 3, actions: 20 });
  checkDeterminism(make(seen), { games: 3, actions: 20 });
  return [...counts].sort();
}

const game = (move, seen) => ({
  setup: () => ({}),
  moves: { move },
  turn: { onMove: ({ move: { args } }) => seen(args.length) },
});

const positional = (move, seen) => legacyGame({ ...game(move), turn: { onMove: (G, ctx) => seen(ctx.move.args.length) } });

for (const [what, move, expected] of [
  ['no parameters', () => {}, [0]],
  ['an object as its result', () => ({ ...{ n: 1 } }), [0]],
  ['only its context', ({ G }) => { G.n = 1; }, [0]],
  ['one argument', ({ G }, n) => { G.n = n; }, [1]],
  ['two arguments', (context, one, two) => { context.G.n = [one, two]; }, [2]],
  ['an optional argument', ({ G }, n = 3) => { G.n = n; }, [0]],
]) {
  test(`random play calls a move with ${what}`, async () => {
    assert.deepEqual(await calledWith((seen) => game(move, seen)), expected);
    assert.deepEqual(await calledWith((seen) => game({ move, undoable: false }, seen)), expected);
    assert.deepEqual(await calledWith((seen) => ProcessGameConfig(game(move, seen))), expected);
  });
}

for (const [what, move, expected] of [
  ['no parameters', () => {}, [0]],
  ['G alone', (G) => ({ ...G }), [0]],
  ['G and ctx', (G, ctx) => ({ turn: ctx.turn }), [0]],
  ['one argument', (G, ctx, n) => ({ n }), [1]],
  ['two arguments', (G, ctx, one, two) => ({ n: [one, two] }), [2]],
]) {
  test(`random play calls a positional move with ${what}`, async () => {
    assert.deepEqual(await calledWith((seen) => positional(move, seen)), expected);
    assert.deepEqual(await calledWith((seen) => positional({ move }, seen)), expected);
  });
}

test('a move with rest parameters gets some arguments', async () => {
  const rest = (...args) => void args;
  const old = function () {
    return void arguments;
  };
  for (const move of [rest, old, rest.bind(null), new Proxy(rest, {})]) {
    assert.deepEqual(await calledWith((seen) => game(move, seen)), [0, 1, 2]);
    assert.deepEqual(await calledWith((seen) => positional(move, seen)), [0, 1, 2]);
  }
});
