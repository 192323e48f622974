// The search of bots: its findings, its seed, and its reports about invalid candidates.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openSearch } from '../../../pkg/lib/ai/search.js';
import { TicTacToe } from './support/games.mjs';
import { begin, runTo, searchOf } from './support/searching.mjs';

test('a thousand iterations never lose at tic-tac-toe', () => {
  for (const seat of ['0', '1', '0', '1']) {
    const { client, state } = begin(TicTacToe);
    const search = openSearch(TicTacToe, { playerID: seat, seed: `seat ${seat}` });
    let drawn = 7;
    while (!state().ctx.gameover) {
      const { G, ctx } = state();
      if (ctx.currentPlayer === seat) {
        search.begin(state());
        runTo(search, 1000);
        const { payload } = search.choose().action;
        client.moves[payload.type](...payload.args);
      } else {
        const free = TicTacToe.ai.enumerate(G);
        drawn = (drawn * 16807) % 2147483647;
        client.moves.clickCell(free[drawn % free.length].args[0]);
      }
    }
    const { winner = seat } = state().ctx.gameover;
    assert.equal(winner, seat);
    assert.equal(search.failure, undefined);
  }
});

test('the same seed gives the same findings with slices of any size; another seed gives others', () => {
  const found = (seed, slice) => searchOf(TicTacToe, { seed, slice, iterations: 600 }).candidates();
  assert.deepEqual(found('a', 600), found('a', 7));
  assert.notDeepEqual(found('a', 600), found('b', 600));
});

test('a candidate is an action as a bot makes it, with its statistics', () => {
  const { client, state } = begin(TicTacToe);
  for (const cell of [0, 3, 1, 4]) client.moves.clickCell(cell);
  const search = searchOf(TicTacToe, { state: state(), playerID: '0', iterations: 1000 });
  assert.deepEqual(search.choose(), {
    playerID: '0',
    action: { type: 'MAKE_MOVE', payload: { type: 'clickCell', args: [2], playerID: '0' } },
    visits: search.choose().visits,
    value: 1,
    proven: true,
  });
  assert.equal(search.run(10), true);
});

test('a report names a refused candidate with the game and the seat, and the bot does not choose it', () => {
  const all = { ...TicTacToe, ai: { enumerate: () => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ move: 'clickCell', args: [id] })) } };
  const { client, state } = begin(all);
  client.moves.clickCell(4);
  const search = searchOf(all, { state: state(), playerID: '1', iterations: 500 });
  assert.match(search.failure.error.message, /game 'tic-tac-toe', player '\d': clickCell\(\d\): ai\.enumerate has offered it, and it is refused: invalid move: clickCell/);
  assert.equal(search.iterations, 500);
  assert.ok(search.candidates().every(({ action, visits }) => action.payload.args[0] !== 4 || visits === 0));
});

test('a search keeps the statistics of a position only if the match reaches it', () => {
  const { client, state } = begin(TicTacToe);
  const search = searchOf(TicTacToe, { state: state(), iterations: 2000 });
  const sizes = [search.size];
  const next = search.choose().action.payload.args[0];
  const reply = search.tree().children.find(({ action }) => action.payload.args[0] === next).children[0].action.payload.args[0];
  client.moves.clickCell(next);
  client.moves.clickCell(reply);
  search.begin(state());
  sizes.push(search.size);
  assert.equal(search.iterations, 0);
  assert.ok(sizes[1] > 10 && sizes[1] < sizes[0], sizes.join());
  assert.equal(search.candidates().reduce((sum, { visits }) => sum + visits, 0) > 10, true);
  search.begin(begin(TicTacToe).state());
  assert.equal(search.size, 1);
  runTo(search, 300);
  const other = begin({ ...TicTacToe, setup: () => ({ cells: ['1', ...Array(8).fill(null)] }) });
  other.client.moves.clickCell(4);
  search.begin(other.state());
  assert.equal(search.size, 1);
});

test('the search rejects invalid findings of other workers, names the fault, and keeps the earlier ones', () => {
  const search = searchOf(TicTacToe, { iterations: 50 });
  const [found, ...more] = search.candidates();
  assert.equal(search.choose({ candidates: [[found]] })?.visits, found.visits);
  const lacking = /** @type {any} */ ({ ...found, visits: undefined });
  assert.throws(() => search.choose({ candidates: [[lacking, ...more]] }), { code: 'bot/failed', message: /other workers.*expected u32/ });
  assert.equal(search.candidates().length, more.length + 1);
});
