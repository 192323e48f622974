// Searches of faulty or hostile games. The search goes on or ends, throws nothing, and reports its first error with the game, the seat and
// the move.
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
  'a list of infinite length': [() => new Proxy([], { get: (list, key) => (key === 'length' ? Infinity : key === Symbol.iterator ? endless : list[key]) }), /more than 10000 actions/],
  'an error': [() => { throw new Error('no idea'); }, /ai\.enumerate: no idea/],
  'a thrown null': [() => { throw null; }, /player '0'/],
  'a number in place of an action': [() => [7], /expected \{ move, args \} or \{ event, args \}, got 7/],
  'null among actions': [(G) => [null, ...free(G)], /got null/],
  'arguments that are no list': [() => [{ move: 'clickCell', args: 3 }], /args: expected a list, got 3/],
  'an unknown move': [() => [{ move: 'fly', args: [] }], /fly\(\): .*: there is no move called fly$/],
  'an unknown move among others': [(G) => [{ move: 'fly', args: [] }, ...free(G)], /fly\(\): .*: there is no move called fly$/],
  'an unknown event': [() => [{ event: 'fly' }], /fly\(\): .*: there is no event called fly$/],
  'an event that is not allowed': [(G) => [{ event: 'endTurn' }, ...free(G)], /endTurn\(\)/],
  'an action whose members throw': [() => [{ get move() { throw new Error('do not look'); } }], /do not look/],
  'circular arguments': [() => { const args = []; args.push(args); return [{ move: 'clickCell', args }]; }, /player '0'/],
};

for (const [name, [enumerate, expected]] of Object.entries(strangeOffers)) {
  test(`a search handles an enumerate that offers ${name}`, (t) => {
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

test('an empty list ends a playout and is no failure', () => {
  const search = searchOf(offering(() => []), { iterations: 20 });
  assert.equal(search.failure, undefined);
  assert.equal(search.choose(), undefined);
});

test('a move that throws fails only its iteration, and the report names its arguments', () => {
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
  test(`a search ends with a report if ${name} throws`, (t) => {
    silence(t);
    const search = searchOf({ ...TicTacToe, ...fields }, { state: begin(TicTacToe).state(), iterations: 300 });
    assert.match(search.failure.error.message, /^game 'tic-tac-toe', player '[01]': /);
    search.free();
  });
}

for (const [name, returned, described] of [
  ['NaN', NaN, 'NaN'], ['nothing', undefined, 'undefined'], ['a text', '3', '"3"'], ['Infinity', Infinity, 'Infinity'], ['a promise', Promise.resolve(1), 'a promise'],
]) {
  test(`a search reports a score of ${name} and counts the match as a draw`, () => {
    const end = ({ G }) => (G.cells[0] ? { winner: '0' } : undefined);
    const search = searchOf({ ...TicTacToe, endIf: end, ai: { enumerate: free, score: () => returned } }, { iterations: 100 });
    assert.equal(search.failure.error.message, `game 'tic-tac-toe', player '0': ai.score returned ${described}; it returns a number`);
    assert.deepEqual(new Set(search.candidates().map(({ value }) => value)), new Set([0.5]));
    search.free();
  });
}

test('the bot gives up a search that cannot go on', () => {
  const search = openSearch({ ...TicTacToe, moves: { clickCell: () => { throw new Error('never'); } } }, { seed: 'a' });
  search.begin(begin(TicTacToe).state());
  assert.equal(search.run(100_000), true);
  assert.ok(search.iterations < 2000);
});

test('playoutDepth ends the playouts of an endless game', () => {
  let moves = 0;
  const endless = { setup: () => ({}), moves: { go: () => { moves += 1; } }, ai: { enumerate: () => [{ move: 'go' }] } };
  const search = searchOf(endless, { iterations: 100, playoutDepth: 5 });
  assert.equal(search.failure, undefined);
  // The tree grows by one action in each of the 100 iterations, and each plays out five more.
  assert.ok(moves < 100 * 101 / 2 + 100 * 5 + 50, String(moves));
});

test('a tree stops growing at its limit, and the search goes on', () => {
  const search = searchOf(TicTacToe, { iterations: 3000, mostNodes: 100 });
  assert.equal(search.iterations, 3000);
  assert.ok(search.size <= 100);
  assert.equal(search.choose().action.payload.type, 'clickCell');
});

test('the search rejects calls from within the game, and being freed there', (t) => {
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

test('the error about an invalid state names the place in it', () => {
  const { G, ctx, plugins, _stateID } = begin(TicTacToe).state();
  const search = openSearch(TicTacToe);
  for (const [ctxOf, place] of [[{ ...ctx, turn: -1 }, /ctx\.turn/], [{ ...ctx, phase: 'none' }, /phase/], [null, /ctx/]]) {
    assert.throws(() => search.begin({ G, ctx: ctxOf, plugins, _stateID }), place);
  }
  search.begin({ G, ctx, plugins, _stateID });
  assert.equal(search.run(10), false);
});

test('the error about a game without enumerate names what is missing', () => {
  assert.throws(() => openSearch({ ...TicTacToe, ai: undefined }), { code: 'bot/options', message: /ai\.enumerate/ });
});
