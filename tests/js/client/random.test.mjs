// `random` returns the same bits as boardgame.io 0.50.2 for the same seed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { MockRandom, checkDeterminism, checkSecrecy } from 'rondel/testing';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';

const SEEDS = ['seed', '', 'ünïcode 🎲', 'a much longer seed, with spaces', 0, 42, -7, 3.25, 1e21, '42'];

/** A game that calls every method of `random`, many times. */
function game(seed) {
  return {
    seed,
    setup: ({ random }) => ({ first: random.Number(), deck: random.Shuffle(['a', 'b', 'c', 'd', 'e']), rolls: [] }),
    moves: {
      roll: {
        undoable: true,
        move: ({ G, random }) => {
          for (const die of ['D4', 'D6', 'D8', 'D10', 'D12', 'D20']) G.rolls.push(random[die](), random[die](3));
          G.rolls.push(random.Die(), random.Die(7), random.Die(100, 4), random.Number(), random.D6(0));
          G.deck = random.Shuffle(G.deck);
          G.empty = random.Shuffle([]);
        },
      },
    },
    turn: { onEnd: ({ G, random }) => { G.rolls.push(random.Number()); } },
  };
}

for (const seed of SEEDS) {
  test(`random with the seed ${JSON.stringify(seed)}`, () => {
    const [expected, got] = [bgio.Client, Client].map((make) => {
      const client = make({ game: game(seed), debug: false, quiet: true });
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
      debug: false, quiet: true,
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

test('the state does not show the seed and the generator’s state', () => {
  const client = Client({ game: game('do not tell') });
  client.moves.roll();
  assert.ok(!JSON.stringify(client.getState().plugins ?? {}).includes('do not tell'));
});

/** With `random: 'secure'`: numbers of every kind. */
const secure = (settings = {}) => ({
  random: 'secure',
  setup: ({ random }) => ({ deck: random.Shuffle([...Array(9).keys()]), rolls: [] }),
  moves: {
    roll: ({ G, random }) => { G.rolls.push(random.Number(), random.D6(), ...random.Die(20, 3)); },
    wait: () => {},
    shuffle: ({ G, random }) => { G.deck = random.Shuffle(G.deck); },
  },
  ...settings,
});

test('a match in one page draws securely, has no generator, and cannot repeat a draw', () => {
  const client = Client({ game: secure(), debug: false, quiet: true });
  const { deck } = client.getState().G;
  assert.deepEqual([...deck].sort(), [...Array(9).keys()]);
  assert.equal(client.moves.roll().status, 'confirmed');
  assert.equal(client.getState().canUndo, false);
  assert.equal(client.undo().error.message, 'the last action has drawn random numbers; `undoable: true` permits an undo');
  client.moves.wait();
  assert.equal(client.getState().canUndo, true);
  assert.equal(client.undo().status, 'confirmed');
  assert.deepEqual(client.getState()._undo.map(({ plugins }) => plugins.random), [{ drawn: 9 }, { drawn: 14 }]);
  const again = Client({ game: secure(), debug: false, quiet: true, numPlayers: 2 });
  again.moves.roll();
  assert.notDeepEqual(again.getState().G, client.getState().G);
});

test('a match that draws securely accepts a state with a generator, and the reverse', () => {
  const [one, other] = [secure({ random: 'seeded', seed: 'known' }), secure()].map((game) => Client({ game, debug: false, quiet: true }));
  for (const client of [one, other]) client.moves.roll();
  const states = [one, other].map(({ store }) => structuredClone(store.getState()));
  for (const [client, state] of [[one, states[1]], [other, states[0]]]) {
    client.store.dispatch({ type: 'SYNC', state });
    assert.deepEqual(client.getState().G, state.G);
    assert.equal(client.getState().canUndo, false);
    assert.equal(client.moves.roll().status, 'confirmed');
    assert.equal(client.getState().G.rolls.length, 10);
  }
  assert.deepEqual(Object.keys(other.store.getState().plugins.random), ['drawn']);
});

test('masters in the page draw securely, and their clients wait for what they draw', () => {
  const multiplayer = Local();
  const game = secure({ setup: () => ({ rolls: [] }), predict: 'flow' });
  const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, multiplayer, playerID, debug: false, quiet: true, matchID: 'secure' }));
  for (const client of [p0, p1]) client.start();
  const handle = p0.moves.roll();
  assert.equal(handle.status, 'confirmed');
  assert.equal(handle.predicted, undefined);
  assert.deepEqual(p1.getState().G, p0.getState().G);
  assert.equal(p0.getState().G.rolls.length, 5);
  for (const client of [p0, p1]) assert.doesNotMatch(JSON.stringify([client.getState(), client.log]), /drawn|_replay|seed/);
  for (const client of [p0, p1]) client.dispose();
});

test('MockRandom replaces secure draws', () => {
  const client = Client({ game: secure({ plugins: [MockRandom({ D6: () => 6 })] }), debug: false, quiet: true });
  client.moves.roll();
  assert.equal(client.getState().G.rolls[1], 6);
});

test('checkDeterminism and checkSecrecy use reproducible numbers for a game that draws securely', async () => {
  const { actions } = checkDeterminism(secure(), { games: 5 });
  assert.ok(actions > 0);
  assert.throws(() => checkDeterminism(secure({ moves: { roll: ({ G }) => { G.rolls.push(Math.random()); } } }), { games: 2 }), { code: 'testing/nondeterministic' });
  await checkSecrecy(secure(), { games: 3 });
});

test("a game with a seed of its own does not draw securely, and the option has no other values", () => {
  const code = 'game/definition';
  assert.throws(() => Client({ game: secure({ seed: 1 }) }), { code, message: "seed: a game with random: 'secure' has no seed" });
  assert.throws(() => Client({ game: secure({ random: 'dice' }) }), { code, message: "random: expected 'secure' or 'seeded', got \"dice\"" });
});

test('a secure draw has 53 bits of the cryptographic generator', () => {
  const client = Client({ game: secure({ moves: { draw: ({ G, random }) => { G.rolls = Array.from({ length: 100 }, random.Number); } } }), debug: false, quiet: true });
  const drawn = (bits) => withCrypto({ getRandomValues: (array) => array.fill(bits) }, () => {
    client.moves.draw();
    return client.getState().G.rolls;
  });
  const [most, least] = [drawn(0xff), drawn(0)];
  assert.deepEqual(new Set(most), new Set([1 - 2 ** -53]));
  assert.deepEqual(new Set(least), new Set([0]));
});

test('a seed that the game omits comes from the cryptographic generator', () => {
  const game = { setup: ({ random }) => ({ drawn: random.Number() }), moves: {} };
  // Buffered numbers are used first.
  const seedOf = (number) => withCrypto({ getRandomValues: (array) => array.fill(number) }, () => {
    const clients = Array.from({ length: 40 }, () => Client({ game, debug: false, quiet: true }));
    return clients.at(-1).store.getState().plugins.random.data.seed;
  });
  assert.equal(seedOf(1), '11');
  assert.equal(seedOf(35), 'zz');
  withCrypto(undefined, () => {
    assert.throws(() => { for (let i = 0; i < 40; i += 1) Client({ game, debug: false, quiet: true }); }, { code: 'random/unavailable' });
  });
});

test('without a cryptographic generator a secure draw throws an error that names it', () => {
  const code = 'random/unavailable';
  const client = Client({ game: secure(), debug: false, quiet: true });
  for (const crypto of [undefined, {}]) {
    withCrypto(crypto, () => {
      assert.throws(() => Client({ game: secure(), debug: false, quiet: true }), { code, message: /globalThis\.crypto\.getRandomValues/ });
      assert.throws(() => new Master(secure(), new InMemory(), /** @type {any} */ ({})), { code });
      assert.equal(Client({ game: secure({ random: 'seeded', seed: 1 }), debug: false, quiet: true }).moves.roll().status, 'confirmed');
      // The buffered numbers are used up.
      assert.throws(() => { for (let i = 0; i < 100; i += 1) client.moves.shuffle(); }, { code });
    });
  }
  const before = client.getState();
  assert.equal(client.moves.roll().status, 'confirmed');
  assert.equal(client.getState().G.rolls.length, before.G.rolls.length + 5);
});

/** Runs a function with another `globalThis.crypto`. */
function withCrypto(crypto, run) {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: crypto });
  try {
    return run();
  } finally {
    Object.defineProperty(globalThis, 'crypto', own);
  }
}
