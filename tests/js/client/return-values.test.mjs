// The return value of a move or hook becomes G: an error in development names one that is certainly a mistake.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { capture, quietly } from '../support/console.mjs';

const BOTH = 'changed G and returned a value as well: write braces, or return nothing';
const PROMISE = 'returned a promise: moves and hooks are not async';
const noop = () => {};
const go = (client) => client.moves.go();
const endTurn = (client) => client.events.endTurn();
const setup = () => ({ n: 0, list: [] });

/** Return values that are certainly mistakes, and the place that the error names. */
const MISTAKES = [
  ['an assignment as the value', { moves: { go: ({ G }) => G.n = 5 } }, go, `moves.go ${BOTH}`],
  ['the result of push', { moves: { go: ({ G }) => G.list.push(1) } }, go, `moves.go ${BOTH}`],
  ['a change and a new G', { moves: { go: ({ G }) => { G.n += 1; return { ...G, n: 7 }; } } }, go, `moves.go ${BOTH}`],
  ['a long move', { moves: { go: { move: ({ G }) => G.n = 5 } } }, go, `moves.go ${BOTH}`],
  ['an async move', { moves: { go: async ({ G }) => { G.n = 5; } } }, go, `moves.go ${PROMISE}`],
  ['an async move that changes nothing at once', { moves: { go: async () => {} } }, go, `moves.go ${PROMISE}`],
  ['turn.onEnd', { turn: { onEnd: ({ G }) => G.n = 5 } }, endTurn, `turn.onEnd ${BOTH}`],
  ['an async turn.onMove', { moves: { go: noop }, turn: { onMove: async () => {} } }, go, `turn.onMove ${PROMISE}`],
  ['phase.onBegin', { phases: { p: { onBegin: ({ G }) => G.n = 5 } } }, (client) => client.events.setPhase('p'), `phase.onBegin ${BOTH}`],
  ['the onEnd of the game', { onEnd: async () => {} }, (client) => client.events.endGame(), `onEnd ${PROMISE}`],
  ['a hook of a game whose plugins wrap', { plugins: [{ name: 'w', fnWrap: (inner) => (...args) => inner(...args) }], turn: { onEnd: ({ G }) => G.n = 5 } }, endTurn, `turn.onEnd ${BOTH}`],
  ['a move that plugins wrap', { plugins: [{ name: 'w', fnWrap: (inner) => (...args) => inner(...args) }], moves: { go: ({ G }) => G.list.push(1) } }, go, `moves.go ${BOTH}`],
  ['a plugin that wraps by an async function', { plugins: [{ name: 'w', fnWrap: (inner, type) => (type === 'MOVE' ? async (...args) => inner(...args) : inner) }], moves: { go: noop } }, go, `moves.go ${PROMISE}`],
];

for (const [what, game, act, message] of MISTAKES) {
  for (const compat of [undefined, '0.50']) {
    test(`${what}${compat ? ', under compat' : ''}: ${message}`, () => {
      const client = Client({ game: { setup, ...game, compat }, debug: false, quiet: true });
      const before = client.getState();
      assert.throws(() => act(client), { name: 'RondelError', code: 'game/returned', message });
      assert.deepEqual([client.getState().G, client.getState()._stateID], [before.G, before._stateID]);
    });
  }
}

/** Return values that become G as in boardgame.io, and are probably mistakes. */
const WARNED = [
  ['false', { moves: { go: ({ G }) => G.n > 0 } }, go, false, 'moves.go returned a boolean'],
  ['a number', { moves: { go: () => 3 } }, go, 3, 'moves.go returned a number'],
  ['null', { moves: { go: () => null } }, go, null, 'moves.go returned null'],
  ['a text in a hook', { turn: { onEnd: () => 'x' } }, endTurn, 'x', 'turn.onEnd returned a string'],
];

const wrapped = { name: 'w', fnWrap: (inner) => (...args) => inner(...args) };
WARNED.push(['false, of a move that plugins wrap,', { plugins: [wrapped], ...WARNED[0][1] }, ...WARNED[0].slice(2)]);

for (const [what, game, act, G, message] of WARNED) {
  test(`${what} becomes G with a warning in development`, () => {
    const { result: client, printed } = capture(() => {
      const made = Client({ game: { setup, ...game } });
      act(made);
      return made;
    });
    assert.deepEqual(client.getState().G, G);
    assert.deepEqual(printed, [`rondel: ${message}, which is G now: write braces, or return nothing`]);
  });
}

test('a plugin that wraps and returns nothing causes an error', () => {
  const silent = { name: 'w', fnWrap: (inner, type) => (type === 'MOVE' ? (...args) => { inner(...args); } : inner) };
  const { printed } = capture(() => Client({ game: { setup, plugins: [silent], moves: { go: noop } } }).moves.go());
  assert.deepEqual(printed, ['rondel: moves.go: the fnWrap of a plugin returned nothing, and G is undefined now']);
});

test('valid return values cause no error', () => {
  const moves = {
    nothing: noop,
    change: ({ G }) => { G.n += 1; },
    same: ({ G }) => G,
    changedSame: ({ G }) => { G.n += 1; return G; },
    fresh: ({ G }) => ({ ...G, n: G.n + 1 }),
    refused: ({ G }) => { G.n = 99; return 'INVALID_MOVE'; },
  };
  const client = Client({ game: { setup, moves }, debug: false, quiet: true });
  const { printed } = capture(() => {
    const loud = Client({ game: { setup, moves } });
    for (const name of ['nothing', 'change', 'same', 'changedSame', 'fresh']) {
      assert.equal(client.moves[name]().status, 'confirmed');
      loud.moves[name]();
    }
  });
  assert.equal(client.moves.refused().status, 'rejected');
  assert.equal(client.getState().G.n, 3);
  assert.deepEqual(printed, []);
  // A G that is not an object may be replaced by another one.
  const counter = Client({ game: { setup: () => 1, moves: { go: ({ G }) => G + 1 } } });
  assert.deepEqual(capture(() => counter.moves.go()).printed, []);
  assert.equal(counter.getState().G, 2);
});

test('online the page gets the error, and the match does not change', () => {
  const client = Client({ game: { setup, moves: { go: ({ G }) => G.n = 5 } }, playerID: '0', multiplayer: Local(), debug: false, quiet: true });
  client.start();
  const { printed } = capture(() => client.moves.go());
  assert.deepEqual(client.getState().G, setup());
  assert.ok(printed.some((line) => line.includes(`moves.go ${BOTH}`)), String(printed));
  quietly(() => client.stop());
});

const never = async () => false;
const ASKED = 'returned a promise: no callback of a game is async';
const twice = (order) => ({ turn: { order: { first: () => 0, next: () => 1, ...order } } });

/** Callbacks that answer a question: as promises their answers would count as true. */
const PROMISES = [
  ['moves.take.validate', { moves: { take: { validate: never, move: noop } } }, (client) => client.moves.take()],
  ['moves.take.redact', { moves: { take: { redact: never, move: noop } } }, (client) => client.moves.take()],
  ['endIf', { endIf: never }],
  ['turn.endIf', { turn: { endIf: never }, moves: { go: noop } }, go],
  ['phases.p.endIf', { phases: { p: { start: true, endIf: never } }, moves: { go: noop } }, go],
  ['phases.p.next', { phases: { p: { start: true, next: never } } }, (client) => client.events.endPhase()],
  ['turn.order.first', twice({ first: never })],
  ['turn.order.next', twice({ next: never }), endTurn],
  ['turn.order.playOrder', twice({ playOrder: never })],
  ['playerView', { playerView: async ({ G }) => G }],
];

for (const [path, game, act] of PROMISES) {
  test(`an async ${path} throws, in the page and online`, () => {
    const play = (multiplayer) => {
      const client = Client({ game: { setup, ...game }, playerID: '0', multiplayer, debug: false, quiet: true });
      client.start();
      const handle = act?.(client);
      client.dispose();
      return handle;
    };
    const message = `${path} ${ASKED}`;
    assert.throws(() => play(), { name: 'RondelError', code: 'game/returned', message });
    const { result, printed } = capture(() => play(Local()));
    if (act) assert.equal(result.status, 'rejected');
    assert.ok(printed.some((line) => line.includes(message)), printed.join('\n'));
  });

  // There the answer is refused in every version.
  if (['turn.order.first', 'turn.order.playOrder'].includes(path)) continue;
  test(`under compat an async ${path} is printed once and treated as in boardgame.io`, () => {
    const { printed } = capture(() => {
      const client = Client({ game: { setup, ...game, compat: '0.50' } });
      act?.(client);
      act?.(client);
    });
    assert.deepEqual(printed.filter((line) => line.includes(ASKED)), [`rondel: ${path} ${ASKED}`]);
  });
}
