// Searches of games whose code is wrong or hostile: the search goes on or ends, throws nothing, and says what went wrong first, with the
// game, the seat and the move.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openSearch } from '../../../pkg/lib/ai/search.js';
import { silence } from '../support/console.mjs';
import { TicTacToe } from './support/games.mjs';
import { begin, searchOf } from './support/searching.mjs';

const offering = (enumerate) => ({ ...TicTacToe, ai: { enumerate } });
const free = TicTacToe.ai.enumerate;

function* endless() {
  for (let id = 0; ; id += 1) yield { move: 'clickCell', args: [id % 9] };
}

const strangeOffers = {
  'nothing': [() => undefined, /expected a list, got undefined/],
  'null': [() => null, /expected a list, got null/],
  'a text': [() => 'clickCell', /expected a list, got "clickCell"/],
  'a promise': [async () => [], /expected a list, got a promise/],
  'an endless generator': [endless, /more than 10000 actions/],
  'a list that says that it is endless': [() => new Proxy([], { get: (list, key) => (key === 'length' ? Infinity : key === Symbol.iterator ? endless : list[key]) }), /more than 10000 actions/],
  'an error': [() => { throw new Error('no idea'); }, /ai\.enumerate: no idea/],
  'an error that is none': [() => { throw null; }, /player '0'/],
  'no action': [() => [7], /expected \{ move, args \} or \{ event, args \}, got 7/],
  'null among actions': [(G) => [null, ...free(G)], /got null/],
  'arguments that are no list': [() => [{ move: 'clickCell', args: 3 }], /args: expected a list, got 3/],
  'a move that there is none of': [() => [{ move: 'fly', args: [] }], /fly\(\): .*: there is no move called fly$/],
  'a move that there is none of, beside others': [(G) => [{ move: 'fly', args: [] }, ...free(G)], /fly\(\): .*: there is no move called fly$/],
  'an event that there is none of': [() => [{ event: 'fly' }], /fly\(\): .*: there is no event called fly$/],
  'an event that is not allowed': [(G) => [{ event: 'endTurn' }, ...free(G)], /endTurn\(\)/],
  'an action whose members throw': [() => [{ get move() { throw new Error('do not look'); } }], /do not look/],
  'arguments that lead to themselves': [() => { const args = []; args.push(args); return [{ move: 'clickCell', args }]; }, /player '0'/],
};

for (const [name, [enumerate, expected]] of Object.entries(strangeOffers)) {
  test(`enumerate offers ${name}`, (t) => {
    silence(t);
    const search = searchOf(offering(enumerate), { playerID: '0', iterations: 50 });
    assert.match(search.failure.error.message, /^game 'tic-tac-toe', player '[01]': /);
    assert.match(search.failure.error.message, expected);
    assert.equal(search.failure.error.code, 'bot/failed');
    assert.ok(['0', '1'].includes(search.failure.playerID));
    assert.doesNotThrow(() => search.choose());
    search.free();
  });
}

test('a list of nothing ends a playout, and is no failure', () => {
  const search = searchOf(offering(() => []), { iterations: 20 });
  assert.equal(search.failure, undefined);
  assert.equal(search.choose(), undefined);
});

test('a move that throws fails its iteration alone, and is named with its arguments', () => {
  const thrown = new Error('not in the middle');
  const game = { ...TicTacToe, moves: { clickCell: (context, id) => { if (id === 4) throw thrown; return TicTacToe.moves.clickCell(context, id); } } };
  const search = searchOf(game, { iterations: 400 });
  assert.match(search.failure.error.message, /^game 'tic-tac-toe', player '[01]': clickCell\(4\): not in the middle$/);
  assert.equal(search.failure.error.cause, thrown);
  assert.deepEqual(search.failure.action.payload.args, [4]);
  assert.notEqual(search.choose().action.payload.args[0], 4);
});

for (const [name, fields] of Object.entries({
  'endIf': { endIf: () => { throw new Error('never'); } },
  'a hook': { turn: { minMoves: 1, maxMoves: 1, onEnd: () => { throw new Error('never'); } } },
  'a move, always': { moves: { clickCell: () => { throw new Error('never'); } } },
  'a move that is async': { moves: { clickCell: async () => { throw new Error('never'); } } },
  'score': { ai: { enumerate: free, score: () => { throw new Error('never'); } } },
  'objectives': { ai: { enumerate: free, objectives: () => { throw new Error('never'); } } },
  'determinize': { ai: { enumerate: free, determinize: () => { throw new Error('never'); } } },
  'a getter of an outcome': { endIf: ({ G }) => (G.cells[0] ? { get winner() { throw new Error('never'); } } : undefined) },
})) {
  test(`${name} throws: the search ends, and says so`, (t) => {
    silence(t);
    const search = searchOf({ ...TicTacToe, ...fields }, { state: begin(TicTacToe).state(), iterations: 300 });
    assert.match(search.failure.error.message, /^game 'tic-tac-toe', player '[01]': /);
    search.free();
  });
}

for (const [name, returned, described] of [
  ['NaN', NaN, 'NaN'], ['nothing', undefined, 'undefined'], ['a text', '3', '"3"'], ['Infinity', Infinity, 'Infinity'], ['a promise', Promise.resolve(1), 'a promise'],
]) {
  test(`score returns ${name}: that is said, and the match counts as a draw`, () => {
    const end = ({ G }) => (G.cells[0] ? { winner: '0' } : undefined);
    const search = searchOf({ ...TicTacToe, endIf: end, ai: { enumerate: free, score: () => returned } }, { iterations: 100 });
    assert.equal(search.failure.error.message, `game 'tic-tac-toe', player '0': ai.score returned ${described}; it returns a number`);
    assert.deepEqual(new Set(search.candidates().map(({ value }) => value)), new Set([0.5]));
    search.free();
  });
}

test('a search that cannot go on is given up', () => {
  const search = openSearch({ ...TicTacToe, moves: { clickCell: () => { throw new Error('never'); } } }, { seed: 'a' });
  search.begin(begin(TicTacToe).state());
  assert.equal(search.run(100_000), true);
  assert.ok(search.iterations < 2000);
});

test('a game that never ends is cut at the depth of a playout', () => {
  let moves = 0;
  const endless = { setup: () => ({}), moves: { go: () => { moves += 1; } }, ai: { enumerate: () => [{ move: 'go' }] } };
  const search = searchOf(endless, { iterations: 100, playoutDepth: 5 });
  assert.equal(search.failure, undefined);
  assert.ok(moves < 100 * 100, String(moves));
});

test('a tree grows no further than it may, and the search goes on', () => {
  const search = searchOf(TicTacToe, { iterations: 3000, mostNodes: 100 });
  assert.equal(search.iterations, 3000);
  assert.ok(search.size <= 100);
  assert.equal(search.choose().action.payload.type, 'clickCell');
});

test('a search that is asked from within the game, or is freed there, is refused', (t) => {
  silence(t);
  let search;
  const game = offering((G) => {
    search?.run(5);
    search?.free();
    return free(G);
  });
  search = openSearch(game, { seed: 'a' });
  search.begin(begin(TicTacToe).state());
  search.run(5);
  assert.match(search.failure.error.message, /cannot free/);
  assert.ok(search.iterations > 0);
});

test('a state that makes no sense is refused with its place', () => {
  const { G, ctx, plugins, _stateID } = begin(TicTacToe).state();
  const search = openSearch(TicTacToe);
  for (const [ctxOf, place] of [[{ ...ctx, turn: -1 }, /ctx\.turn/], [{ ...ctx, phase: 'none' }, /phase/], [null, /ctx/]]) {
    assert.throws(() => search.begin({ G, ctx: ctxOf, plugins, _stateID }), place);
  }
  search.begin({ G, ctx, plugins, _stateID });
  assert.equal(search.run(10), false);
});

test('a game without enumerate is refused with what it lacks', () => {
  assert.throws(() => openSearch({ ...TicTacToe, ai: undefined }), { code: 'bot/options', message: /ai\.enumerate/ });
});
