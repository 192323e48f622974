// Features of boardgame.io's main branch that 0.50.2 lacks, and warnings about misspelt definitions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { capture } from '../support/console.mjs';
import { counter } from './support.mjs';

const make = (game, options) => Client({ game, debug: false, quiet: true, ...options });

/** A game that records the arguments of `turn.onMove`. */
function witness(game = {}) {
  return {
    setup: () => ({ told: [] }),
    turn: { onMove: ({ G, move, playerID }) => { G.told.push([playerID, move.name, move.args]); } },
    moves: { go: () => {}, free: { move: () => {}, noLimit: true } },
    ...game,
  };
}

test('turn.onMove gets the move\'s name and all its arguments', () => {
  const client = make(witness());
  client.moves.go(1, [2, { three: 3 }], 'four');
  client.moves.go();
  client.moves.free('x');
  client.events.endTurn();
  client.moves.go(5);
  assert.deepEqual(client.getState().G.told, [
    ['0', 'go', [1, [2, { three: 3 }], 'four']], ['0', 'go', []], ['0', 'free', ['x']], ['1', 'go', [5]],
  ]);
});

test('turn.onMove gets moves of stages and phases, through plugins, and in legacyGame', () => {
  const stages = { s: { moves: { staged: () => {} } } };
  const { turn } = witness();
  const staged = make(witness({ turn: { ...turn, activePlayers: { all: 's' }, stages } }), { playerID: '1' });
  staged.moves.staged('a');
  assert.deepEqual(staged.getState().G.told, [['1', 'staged', ['a']]]);
  const wrapped = make(witness({ plugins: [{ name: 'wrap', fnWrap: (fn) => (context, ...args) => fn(context, ...args) }] }));
  wrapped.moves.go('b', 'c');
  assert.deepEqual(wrapped.getState().G.told, [['0', 'go', ['b', 'c']]]);
  const told = [];
  make(legacyGame({ moves: { go: () => {} }, turn: { onMove: (G, ctx) => { told.push([ctx.playerID, ctx.move]); } } })).moves.go('d');
  assert.deepEqual(told, [['0', { name: 'go', args: ['d'] }]]);
});

test('turn.onMove does not run for a refused move, an undo or an event', () => {
  const client = make(witness({ moves: { go: () => {}, no: () => 'INVALID_MOVE' } }));
  client.moves.go(1);
  client.moves.no();
  client.undo();
  client.redo();
  client.events.setActivePlayers({ all: null });
  assert.deepEqual(client.getState().G.told, [['0', 'go', [1]]]);
});

test('disableLog keeps no log, and undo, redo and reset still work', () => {
  const client = make({ ...counter(), disableLog: true, turn: { maxMoves: 3 } });
  const seen = [];
  const look = () => {
    const { G, log, deltalog } = client.getState();
    seen.push(G.n);
    assert.deepEqual([log, deltalog, client.log], [[], [], []]);
  };
  client.subscribe(look);
  client.moves.add(1);
  client.moves.add(10);
  assert.equal(client.getState().canUndo, true);
  assert.equal(client.undo().status, 'confirmed');
  assert.equal(client.redo().status, 'confirmed');
  client.moves.add(100);
  assert.equal(client.getState().ctx.turn, 2);
  client.events.endTurn();
  client.reset();
  assert.deepEqual(seen, [0, 1, 11, 1, 11, 111, 111, 0]);
});

test('disableLog changes nothing but the log', () => {
  const play = (game) => {
    const client = make({ ...counter(), seed: 's', phases: { p: { start: true, next: 'q' }, q: {} }, ...game });
    client.moves.add(2);
    client.undo();
    client.moves.add(3);
    client.events.endPhase();
    client.events.setActivePlayers({ all: null, maxMoves: 1 });
    client.moves.add(4);
    const { G, ctx, _stateID, _undo } = client.getState();
    return { state: { G, ctx, _stateID, undo: _undo.length }, entries: client.log.length };
  };
  const [kept, without] = [play({}), play({ disableLog: true })];
  assert.deepEqual(without.state, kept.state);
  assert.deepEqual([kept.entries > 5, without.entries], [true, 0]);
});

/** Definitions with a misspelt field, and the warning about it. */
const MISSPELT = [
  [{ turn: { onbegin: () => {} } }, 'rondel: turn.onbegin: there is no such field; did you mean onBegin?'],
  [{ turn: { maxmoves: 1 } }, 'rondel: turn.maxmoves: there is no such field; did you mean maxMoves?'],
  [{ turn: { foo: 1 } }, 'rondel: turn.foo: there is no such field'],
  [{ phases: { p: { endif: () => {} } } }, 'rondel: phases.p.endif: there is no such field; did you mean endIf?'],
  [{ phases: { p: { turn: { Order: {} } } } }, 'rondel: phases.p.turn.Order: there is no such field; did you mean order?'],
  [{ turn: { stages: { s: { Moves: {} } } } }, 'rondel: turn.stages.s.Moves: there is no such field; did you mean moves?'],
  [{ turn: { activePlayers: { All: null } } }, 'rondel: turn.activePlayers.All: there is no such field; did you mean all?'],
  [
    { turn: { activePlayers: { all: null, next: { Others: null } } } },
    'rondel: turn.activePlayers.next.Others: there is no such field; did you mean others?',
  ],
];

for (const [game, warning] of MISSPELT) {
  test(`warns: ${warning}`, () => {
    assert.deepEqual(capture(() => Client({ game })).printed, [warning]);
    assert.deepEqual(capture(() => make(game)).printed, [], 'not with debug: false, quiet: true');
  });
}

test('correctly spelt definitions print no warning', () => {
  const hook = () => {};
  const turn = {
    order: { first: () => 0, next: () => 0 },
    onBegin: hook, onEnd: hook, onMove: hook, endIf: hook, minMoves: 1, maxMoves: 2,
    activePlayers: { currentPlayer: 's', others: 's', all: 's', value: { 0: 's' }, minMoves: 1, maxMoves: 1, revert: true, next: { all: 's' } },
    stages: { s: { moves: { go: hook }, next: 's', minMoves: 1, maxMoves: 1 } },
  };
  const phase = { start: true, moves: { go: hook }, turn, onBegin: hook, onEnd: hook, endIf: hook, next: 'p' };
  assert.deepEqual(capture(() => Client({ game: { turn, phases: { p: phase } } })).printed, []);
  assert.deepEqual(capture(() => Client({ game: { turn: { moveLimit: 1, activePlayers: ['0'] } } })).printed, []);
});
