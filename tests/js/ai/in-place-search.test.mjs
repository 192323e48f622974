// A search changes G in place where the result equals that of drafts. A plugin with an API makes the same games use drafts: both ways give
// the same result.
import assert from 'node:assert/strict';
import test from 'node:test';
import { current, isDraft, original } from 'immer';
import { INVALID_MOVE, Stage } from 'rondel/core';
import { capture } from '../support/console.mjs';
import { TicTacToe } from './support/games.mjs';
import { searchOf } from './support/searching.mjs';

/** Two players take one to three of a heap; the player who takes the last one wins. */
const nim = (moves, more = {}) => ({
  name: 'nim',
  setup: () => ({ left: 9, taken: [[], []], last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, count) => {
      G.left -= count;
      G.taken[playerID].push({ count });
    },
    ...moves,
  },
  endIf: ({ G, ctx }) => (G.left <= 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: (G) => [1, 2, 3].filter((count) => count <= G.left).map((count) => ({ move: 'take', args: [count] })) },
  ...more,
});

const onDrafts = (game) => ({ ...game, plugins: [{ name: 'onDrafts', api: () => ({}) }] });

function found(game) {
  const { printed, result } = capture(() => searchOf(game, { iterations: 400 }));
  return { candidates: result.candidates(), failure: result.failure?.error.message, printed };
}

/** Returns the findings of both ways. */
function foundBothWays(game) {
  const [inPlace, drafted] = [found(game), found(onDrafts(game))];
  assert.deepEqual(inPlace.candidates, drafted.candidates);
  assert.equal(inPlace.failure, drafted.failure);
  return inPlace;
}

const wasTold = ({ printed }) => /bots play this game on drafts/.test(printed);
const CONSTANT = [];
const SELDOM = [];

const takesInPlace = {
  'moves that change G': nim(),
  'a board, and INVALID_MOVE that is not offered': TicTacToe,
  'a move that returns another G': nim({ take: ({ G }, count) => ({ ...G, left: G.left - count }) }),
  'numbers drawn by chance': nim({ take: ({ G, random }, count) => { G.left -= random.D4() > 2 ? count : 1; } }),
  'events that end the turn': nim({ take: ({ G, events }, count) => { G.left -= count; events.endTurn(); } }, { turn: {} }),
  'hooks, which change G': nim({}, { turn: { minMoves: 1, maxMoves: 1, onBegin: ({ G }) => { G.last = 'begun'; }, onMove: ({ G, playerID, move }) => { G.last = [playerID, move.name, ...move.args]; }, onEnd: ({ G, random }) => { G.last = random.D6(); } } }),
  'phases': nim({}, {
    phases: {
      first: { start: true, next: 'second', endIf: ({ G }) => G.left < 6, onEnd: ({ G }) => { G.last = 'first'; } },
      second: { turn: { minMoves: 1, maxMoves: 1, order: { first: () => 1, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } } },
    },
  }),
  'stages, with several who may act': nim({}, { turn: { activePlayers: { all: Stage.NULL, minMoves: 1, maxMoves: 1 }, onMove: ({ G, playerID }) => { G.last = playerID; } } }),
  'a move that throws midway, now and then': nim({ take: ({ G }, count) => { G.left -= count; if (count === 3) throw new Error('three'); } }),
  'arguments that are kept in G, and changed there': nim({
    take: ({ G }, count) => {
      G.left -= count.n;
      count.n += 1;
      G.last = count;
    },
  }, { ai: { enumerate: (G) => [1, 2].filter((n) => n <= G.left).map((n) => ({ move: 'take', args: [{ n }] })) } }),
};

for (const [name, game] of Object.entries(takesInPlace)) {
  test(`a search in place: ${name}`, () => {
    const both = foundBothWays(game);
    assert.ok(!wasTold(both), both.printed);
    assert.ok(both.candidates.length > 0);
  });
}

const takesDrafts = {
  'one object at two places in G': nim({
    take: ({ G }, count) => {
      G.left -= count;
      if (G.last) G.last.count = 7;
      G.last = { count };
      G.taken[0].push(G.last);
    },
  }),
  'an object of the game in G, which is changed there': nim({
    take: ({ G }, count) => {
      G.left -= count;
      if (G.last) G.last.push(count);
      else G.last = CONSTANT;
    },
  }),
  'a look at whether G is a draft': nim({ take: ({ G }, count) => { G.left -= isDraft(G) ? count : 1; } }),
  'a look at what was before': nim({ take: ({ G }, count) => { G.left -= count; G.last = [original(G).left, current(G).left]; } }),
  'G compared by what it is': nim({ take: ({ G }, count) => { const before = G.taken[0]; G.left -= count; G.last = original(G)?.taken[0] === before; } }),
  'an endIf that knows a G by which object it is': { ...nim(), endIf: memoized(nim().endIf) },
};

/** Knows the answer if it was asked about the same object before. */
function memoized(find) {
  const found = new WeakMap();
  return ({ G, ctx }) => {
    if (!found.has(G)) found.set(G, { answer: find({ G, ctx }) });
    return found.get(G).answer;
  };
}

for (const [name, game] of Object.entries(takesDrafts)) {
  test(`a search on drafts: ${name}`, () => {
    const both = foundBothWays(game);
    assert.ok(wasTold(both), both.printed);
  });
}

for (const [name, put] of Object.entries({
  'an object of the game': (G) => { G.last = SELDOM; },
  'one object at two places': (G) => { [G.last] = G.taken; },
})) {
  test(`the search notices a move that rarely puts ${name} into G`, () => {
    let calls = 0;
    const seldom = nim({
      take: ({ G }, count) => {
        calls += 1;
        G.left -= count;
        if (calls > 100 && calls % 20 === 3) put(G);
      },
    }, { setup: () => ({ left: 21, taken: [[], []], last: null }) }); // A heap of nine is solved before that.
    assert.ok(wasTold(found(seldom)));
  });
}

test('a ctx that is kept in G does not change later', () => {
  const noting = (note) => nim({
    take: ({ G, ctx }, count) => {
      G.left -= G.last?.turn === ctx.turn - 1 ? 1 : count;
      G.last = note(ctx);
    },
  });
  const [kept, noted] = [noting((ctx) => ctx), noting(({ turn }) => ({ turn }))].map(found);
  assert.deepEqual(kept.candidates, noted.candidates);
});

test('the search never changes an object of the game', () => {
  assert.deepEqual(CONSTANT, []);
});

test('INVALID_MOVE discards the changes before it, and costs nothing without changes', () => {
  const offered = { ai: { enumerate: () => [1, 2, 3].map((count) => ({ move: 'take', args: [count] })) } };
  for (const take of [
    ({ G }, count) => {
      G.left -= count;
      if (G.left < 0) return INVALID_MOVE;
    },
    ({ G }, count) => {
      if (G.left < count) return INVALID_MOVE;
      G.left -= count;
    },
  ]) {
    const both = foundBothWays(nim({ take }, offered));
    assert.match(both.failure, /take\(\d\): ai\.enumerate has offered it, and it is refused: invalid move: take/);
    assert.ok(!wasTold(both));
  }
});

test('the search discards findings from before a game turned out to need drafts', () => {
  let calls = 0;
  const late = nim({
    take: ({ G }, count) => {
      calls += 1;
      G.left -= count;
      if (calls > 40) G.last = G.taken;
    },
  });
  // The second search knows from the start.
  const [first, second] = [found(late), found(late)];
  assert.equal(first.candidates.length, second.candidates.length);
});
