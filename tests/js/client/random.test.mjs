// `random`, bit for bit what boardgame.io 0.50.2 gives for the same seed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import bgio from 'boardgame.io/dist/cjs/client.js';

const SEEDS = ['seed', '', 'ünïcode 🎲', 'a much longer seed, with spaces', 0, 42, -7, 3.25, 1e21, '42'];

/** A game that calls every method of `random`, many times. */
function game(seed) {
  return {
    seed,
    setup: ({ random }) => ({ first: random.Number(), deck: random.Shuffle(['a', 'b', 'c', 'd', 'e']), rolls: [] }),
    moves: {
      roll: ({ G, random }) => {
        for (const die of ['D4', 'D6', 'D8', 'D10', 'D12', 'D20']) G.rolls.push(random[die](), random[die](3));
        G.rolls.push(random.Die(), random.Die(7), random.Die(100, 4), random.Number(), random.D6(0));
        G.deck = random.Shuffle(G.deck);
        G.empty = random.Shuffle([]);
      },
    },
    turn: { onEnd: ({ G, random }) => { G.rolls.push(random.Number()); } },
  };
}

for (const seed of SEEDS) {
  test(`random with the seed ${JSON.stringify(seed)}`, () => {
    const [expected, got] = [bgio.Client, Client].map((make) => {
      const client = make({ game: game(seed), debug: false });
      for (let i = 0; i < 20; i++) {
        client.moves.roll();
        if (i % 3 === 0) client.events.endTurn();
        if (i % 5 === 0) client.undo();
      }
      return client.getState().G;
    });
    assert.deepEqual(got, expected);
    assert.ok(expected.rolls.length > 300);
  });
}

test('a number and its text are the same seed, other seeds are not', () => {
  const first = (seed) => Client({ game: game(seed) }).getState().G.first;
  assert.equal(first(42), first('42'));
  assert.notEqual(first(42), first(43));
});

test('Shuffle keeps references to objects and does not change its argument', () => {
  const [expected, got] = [bgio.Client, Client].map((make) => {
    const client = make({
      game: {
        seed: 's',
        setup: () => ({ deck: [{ id: 1 }, { id: 2 }, { id: 3 }], same: false }),
        moves: {
          shuffle: ({ G, random }) => {
            const before = G.deck.map((card) => card.id);
            const shuffled = random.Shuffle(G.deck);
            G.same = G.deck.every((card, i) => card.id === before[i]);
            G.deck = shuffled;
          },
        },
      },
      debug: false,
    });
    client.moves.shuffle();
    return client.getState().G;
  });
  assert.deepEqual(got, expected);
  assert.equal(got.same, true);
});

test('without a seed each match gets its own', () => {
  const first = () => Client({ game: game(undefined) }).getState().G.first;
  assert.equal(new Set(Array.from({ length: 8 }, first)).size, 8);
});

test('the seed and the generator’s state are not shown', () => {
  const client = Client({ game: game('do not tell') });
  client.moves.roll();
  assert.ok(!JSON.stringify(client.getState().plugins ?? {}).includes('do not tell'));
});
