// The clock of a match in one page: declared times, deadlines, and time-outs.
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach, mock } from 'node:test';
import { Client } from 'rondel/client';
import { printedBy, reporting } from '../support/console.mjs';

const SECOND = 1000;
let now = 1_800_000_000_000;
let steady = 5000;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
  mock.method(performance, 'now', () => steady);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

function pass(ms) {
  // The alarm looks at the clock when it rings.
  steady += ms;
  now += ms;
  mock.timers.tick(ms);
}

const turns = (time, more = {}) => ({
  setup: () => ({ late: [] }),
  turn: { maxMoves: 1, time, ...more },
  moves: { go: () => {}, pass: ({ G }) => { G.late.push('passed'); } },
});

test('a game without time has no clock', () => {
  const client = Client({ game: turns(undefined) });
  assert.equal(client.clock(), null);
  assert.equal('clock' in client.getState().ctx, false);
});

test('a limit counts down, and its end ends the turn', () => {
  const client = Client({ game: turns(60 * SECOND) });
  assert.deepEqual(client.clock(), { left: { 0: 60 * SECOND }, deadlines: { 0: now + 60 * SECOND }, paused: false });
  pass(20 * SECOND);
  assert.equal(client.clock().left[0], 40 * SECOND);
  let notified = 0;
  client.subscribe(() => { notified += 1; });
  pass(40 * SECOND);
  const { ctx } = client.getState();
  assert.equal(ctx.currentPlayer, '1');
  assert.equal(notified, 2);
  assert.deepEqual(client.clock().left, { 1: 60 * SECOND });
  assert.deepEqual(client.log.map(({ action }) => action.type), ['TIMEOUT', 'GAME_EVENT']);
  assert.deepEqual(client.log[0].action.payload, { playerID: '0', deadline: now });
});

test('chess: five minutes, and three seconds for each move', () => {
  const client = Client({ game: turns({ bank: 300 * SECOND, increment: 3 * SECOND }) });
  assert.deepEqual(client.clock().left, { 0: 300 * SECOND, 1: 300 * SECOND });
  pass(10 * SECOND);
  client.moves.go();
  assert.deepEqual(client.clock().left, { 0: 293 * SECOND, 1: 300 * SECOND });
});

test('a function decides the time of a turn', () => {
  const client = Client({ game: turns(({ ctx }) => (ctx.turn === 1 ? 10 * SECOND : undefined)) });
  assert.equal(client.clock().left[0], 10 * SECOND);
  client.moves.go();
  assert.deepEqual(client.clock(), { left: {}, deadlines: {}, paused: false });
});

test('a function that returns no time gives a turn as much as it likes, and leaves the bank alone', () => {
  const game = {
    ...turns(({ ctx }) => (ctx.turn === 1 || ctx.turn === 3 ? undefined : { bank: 60 * SECOND })),
    moves: { go: () => {}, wait: { move: () => {}, noLimit: true } },
  };
  const client = Client({ game, numPlayers: 1 });
  client.moves.wait();
  assert.deepEqual(client.clock(), { left: {}, deadlines: {}, paused: false });
  client.moves.go();
  pass(20 * SECOND);
  client.moves.go();
  assert.deepEqual(client.clock(), { left: { 0: 40 * SECOND }, deadlines: {}, paused: false });
  pass(100 * SECOND);
  client.moves.wait();
  assert.deepEqual(client.clock(), { left: { 0: 40 * SECOND }, deadlines: {}, paused: false });
  client.moves.go();
  assert.deepEqual(client.clock().left, { 0: 40 * SECOND });
});

test('onTimeout changes the game, and gets whose time has run out', () => {
  const client = Client({ game: turns(10 * SECOND, { onTimeout: ({ G, playerID, events }) => { G.late.push(playerID); events.endGame({ loser: playerID }); } }) });
  pass(10 * SECOND);
  const { G, ctx } = client.getState();
  assert.deepEqual([G.late, ctx.gameover], [['0'], { loser: '0' }]);
  pass(100 * SECOND);
  assert.deepEqual(client.getState().G.late, ['0']);
});

test('onTimeout may be a move', () => {
  const client = Client({ game: turns(10 * SECOND, { onTimeout: { move: 'pass' } }) });
  pass(10 * SECOND);
  assert.deepEqual(client.getState().G.late, ['passed']);
  assert.equal(client.getState().ctx.currentPlayer, '1');
});

test('an onTimeout that throws is reported, and the turn ends without it', async () => {
  const client = Client({ game: turns(10 * SECOND, { onTimeout: () => { throw new Error('oops'); } }) });
  const { reports } = reporting(() => pass(10 * SECOND));
  assert.deepEqual(reports.map(({ message }) => message), ['oops']);
  assert.equal(client.getState().ctx.currentPlayer, '1');
  assert.equal(client.log[0].action.payload.failed, true);
});

test('a move after the deadline comes too late, even if the alarm has not rung', () => {
  const client = Client({ game: turns(10 * SECOND), playerID: '0', quiet: true });
  steady += 11 * SECOND;
  now += 11 * SECOND;
  mock.timers.setTime(now);
  assert.equal(client.moves.go().error?.type, 'action/inactive_player');
});

test('events pause the clock', () => {
  const game = turns(60 * SECOND);
  const client = Client({ game: { ...game, turn: { time: 60 * SECOND }, moves: { stop: ({ events }) => events.pauseClock(), goOn: ({ events }) => events.resumeClock() } } });
  pass(10 * SECOND);
  client.moves.stop();
  pass(1000 * SECOND);
  assert.deepEqual(client.clock(), { left: { 0: 50 * SECOND }, deadlines: {}, paused: true });
  client.moves.goOn();
  assert.equal(client.clock().left[0], 50 * SECOND);
  assert.equal(client.clock().paused, false);
});

test('a reset and a loaded state give the time again', () => {
  const client = Client({ game: turns(60 * SECOND) });
  pass(30 * SECOND);
  const saved = structuredClone(client.getState());
  client.reset();
  assert.equal(client.clock().left[0], 60 * SECOND);
  pass(3600 * SECOND);
  client.loadState(saved);
  assert.equal(client.clock().left[0], 60 * SECOND);
});

test('a computer whose clock is set takes no time, and gives none', () => {
  const client = Client({ game: turns(60 * SECOND) });
  mock.timers.setTime(now + 3600 * SECOND);
  assert.equal(client.clock().left[0], 60 * SECOND);
  mock.timers.setTime(now - 3600 * SECOND);
  assert.equal(client.clock().left[0], 60 * SECOND);
});

for (const [time, problem] of [
  [NaN, 'turn.time: expected milliseconds between 0 and 864000000000, got NaN'],
  [-1, 'turn.time: expected milliseconds between 0 and 864000000000, got -1'],
  [Infinity, 'turn.time: expected milliseconds between 0 and 864000000000, got Infinity'],
  ['60', "turn.time: expected milliseconds, or an object such as { limit: 60_000 }, got '60'"],
  [{}, 'turn.time: expected a limit or a bank'],
  [{ limt: 5 }, 'turn.time.limt: there is no such field; there are limit, bank, increment, delay'],
  [{ limit: 5, increment: NaN }, 'turn.time.increment: expected milliseconds between 0 and 864000000000, got NaN'],
]) {
  test(`a time of ${JSON.stringify(time)} is a mistake of the definition`, () => {
    assert.throws(() => Client({ game: turns(time) }), (error) => error.code === 'game/definition' && error.message.startsWith(problem.slice(0, 40)), problem);
  });
}

test('an onTimeout that names no move is a mistake of the definition', () => {
  assert.throws(() => Client({ game: turns(5000, { onTimeout: { move: 'pas' } }) }), { code: 'game/definition', message: /turn\.onTimeout\.move: no move is called "pas"/ });
});

test('a function that returns no time is an error of the game', async () => {
  await printedBy(() => assert.throws(() => Client({ game: turns(() => NaN) }), /time: expected milliseconds/));
});

test('an onTimeout that leads to turns without end ends the turn without it', () => {
  const onBegin = ({ G, events }) => { if (G.late.length > 0) events.endTurn(); };
  const client = Client({ game: turns(10 * SECOND, { onBegin, onTimeout: ({ G }) => { G.late.push('late'); } }) });
  pass(10 * SECOND);
  assert.deepEqual([client.getState().ctx.currentPlayer, client.getState().G.late, client.log[0].action.payload.failed], ['1', [], true]);
});

test('an action that leaves a stage can be undone while no time runs', () => {
  for (const [time, canUndo] of [[() => undefined, true], [60 * SECOND, false]]) {
    const timed = {
      setup: () => ({ n: 0 }),
      turn: { time, activePlayers: { currentPlayer: 'first' }, stages: { first: { time, next: 'second', moves: { go: ({ G, events }) => { G.n += 1; events.endStage(); } } }, second: { time } } },
    };
    const client = Client({ game: timed });
    client.moves.go();
    assert.equal(client.getState().canUndo, canUndo);
    client.dispose();
  }
});
