// current and original of a draft in a move or hook, and of other values.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { current, legacyGame, original } from 'rondel/core';
import { printedBy } from '../support/console.mjs';

const make = (game) => Client({ game, quiet: true });

test('current returns the draft\'s present value, and original the value before the move', () => {
  const seen = {};
  const client = make({
    setup: () => ({ list: [1], kept: { n: 1 }, seen: [] }),
    moves: {
      go: ({ G }) => {
        G.list.push(2);
        seen.list = current(G.list);
        seen.G = current(G);
        seen.kept = [original(G.kept), original(G.list), original(G).list];
        G.list.push(3);
      },
    },
  });
  const before = client.getState().G;
  client.moves.go();
  assert.deepEqual(seen.list, [1, 2]);
  assert.deepEqual(seen.G, { list: [1, 2], kept: { n: 1 }, seen: [] });
  assert.deepEqual(seen.kept, [before.kept, before.list, before.list]);
  assert.equal(seen.kept[0], before.kept);
  assert.deepEqual(client.getState().G.list, [1, 2, 3]);
});

test('hooks and positional games have drafts as well', () => {
  const seen = [];
  const client = make(legacyGame({
    setup: () => ({ n: 0 }),
    turn: { onMove: (G) => { G.n += 10; seen.push([original(G).n, current(G).n]); } },
    moves: { go: (G) => { G.n += 1; seen.push([original(G).n, current(G).n]); } },
  }));
  client.moves.go();
  assert.deepEqual(seen, [[0, 1], [1, 11]]);
});

test('for a value that is not a draft, current returns a copy and original nothing', () => {
  const made = { list: [1], gone: undefined, none: null };
  const copy = current(made);
  assert.deepEqual(copy, made);
  assert.notEqual(copy, made);
  assert.notEqual(copy.list, made.list);
  assert.deepEqual([current(5), current(null), current(undefined), current('x')], [5, null, undefined, 'x']);
  assert.deepEqual([original(made), original(5), original(null), original(undefined)], Array(4).fill(undefined));
  const client = make({
    setup: () => ({ n: [1] }),
    playerView: ({ G }) => ({ n: current(G.n), before: original(G) ?? 'none' }),
    moves: { go: ({ G }) => { const fresh = { n: 1 }; G.fresh = { n: current(fresh).n, before: original(fresh) ?? 'none' }; } },
  });
  client.moves.go();
  assert.deepEqual(client.getState().G, { n: [1], before: 'none' });
  assert.deepEqual(client.store.getState().G.fresh, { n: 1, before: 'none' });
});

test('bots search a game whose moves use current without drafts', async () => {
  const game = {
    setup: () => ({ left: 5, log: [] }),
    turn: { maxMoves: 1 },
    moves: {
      take: ({ G }, n) => {
        const before = current(G.log);
        G.left -= n;
        G.log.push(n);
        G.log = [...before, n];
      },
    },
    endIf: ({ G, ctx }) => (G.left <= 0 ? { winner: ctx.currentPlayer } : undefined),
    ai: { enumerate: (G) => [1, 2].filter((n) => n <= G.left).map((n) => ({ move: 'take', args: [n] })) },
  };
  const client = make(game);
  const printed = await printedBy(async () => {
    const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, seed: 'x', iterations: 200 });
    const { action } = await bot.play(client.store.getState(), '0');
    // The player with three left loses.
    assert.deepEqual(action.payload.args, [2]);
  });
  assert.deepEqual(printed, []);
});
