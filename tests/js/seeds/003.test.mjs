// Every example of document 003, on phases. Its games are in the positional style and run verbatim inside legacyGame.
import assert from 'node:assert/strict';
import test from 'node:test';
import { legacyGame, TurnOrder } from 'rondel/core';
import { quietly } from '../support/console.mjs';
import { assertConfirmed, assertRejected, ctxOf, gOf, play } from './fixtures/play.mjs';

function DrawCard(G, ctx) {
G.deck--;
G.hand[ctx.currentPlayer]++;
}
function PlayCard(G, ctx) {
G.deck++;
G.hand[ctx.currentPlayer]--;
}

test('003 Introduction: a game with two moves', () => {
const game = {
setup: ctx => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
moves: { DrawCard, PlayCard },
turn: { minMoves: 1, maxMoves: 1 },
};
  const client = play(legacyGame(game), { numPlayers: 2 });
  assert.deepEqual(gOf(client), { deck: 6, hand: [0, 0] });

  quietly(() => client.events.endTurn());
  assert.equal(ctxOf(client).currentPlayer, '0', 'minMoves: 1');

  assertConfirmed(client.moves.DrawCard());
  assert.deepEqual(gOf(client), { deck: 5, hand: [1, 0] });
  assert.equal(ctxOf(client).currentPlayer, '1', 'maxMoves: 1');
  assertConfirmed(client.moves.PlayCard());
  assert.deepEqual(gOf(client), { deck: 6, hand: [1, -1] });
  assert.equal(ctxOf(client).currentPlayer, '0');
  assert.equal(ctxOf(client).turn, 3);

  // "you can draw or play a card at any time, including taking a card when the deck is empty"
  for (let i = 0; i < 8; i++) assertConfirmed(client.moves.DrawCard());
  assert.deepEqual(gOf(client), { deck: -2, hand: [5, 3] });
});

test('003 Phases: the game does not begin in a phase', () => {
const game = {
setup: ctx => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
turn: { minMoves: 1, maxMoves: 1 },
phases: {
draw: {
moves: { DrawCard },
},
play: {
moves: { PlayCard },
},
},
};
  const client = play(legacyGame(game), { numPlayers: 2 });
  assert.equal(ctxOf(client).phase, null);
  quietly(() => assertRejected(client.moves.DrawCard(), 'action/unavailable_move'));
  assertConfirmed(client.events.setPhase('draw'));
  assertConfirmed(client.moves.DrawCard());
});

test('003 Phases: start: true', () => {
  const client = play(legacyGame({
setup: ctx => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
turn: { minMoves: 1, maxMoves: 1 },
phases: {
draw: {
moves: { DrawCard },
start: true,
},
play: {
moves: { PlayCard },
},
}
  }), { numPlayers: 2 });
  assert.equal(ctxOf(client).phase, 'draw');
  assertConfirmed(client.moves.DrawCard());
  quietly(() => assertRejected(client.moves.PlayCard(), 'action/unavailable_move'));
});

test('003 Phases: draw until the deck is empty, then play', () => {
  const client = play(legacyGame({
setup: ctx => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
turn: { minMoves: 1, maxMoves: 1 },
phases: {
draw: {
moves: { DrawCard },
endIf: G => (G.deck <= 0),
next: 'play',
start: true,
},
play: {
moves: { PlayCard },
},
}
  }), { numPlayers: 2 });
  for (let i = 0; i < 6; i++) {
    assert.equal(ctxOf(client).phase, 'draw');
    quietly(() => assertRejected(client.moves.PlayCard(), 'action/unavailable_move'));
    assertConfirmed(client.moves.DrawCard());
  }
  assert.deepEqual(gOf(client), { deck: 0, hand: [3, 3] });
  assert.equal(ctxOf(client).phase, 'play');
  quietly(() => assertRejected(client.moves.DrawCard(), 'action/unavailable_move'));
  assertConfirmed(client.moves.PlayCard());
  assert.equal(gOf(client).deck, 1);
});

test('003 Phases: a phase without moves uses those of the game, one with moves only its own', () => {
  const calls = [];
  const client = play(legacyGame({
    moves: { act: () => { calls.push('game'); }, other: () => {} },
    phases: {
      plain: { start: true },
      own: { moves: { act: () => { calls.push('phase'); } } },
    },
  }));
  client.moves.act();
  assertConfirmed(client.moves.other());
  client.events.setPhase('own');
  client.moves.act();
  assert.deepEqual(calls, ['game', 'phase']);
  quietly(() => assertRejected(client.moves.other(), 'action/unavailable_move'));
});

test('003 Phases: onBegin and onEnd', () => {
  const client = play(legacyGame({
    setup: () => ({ ran: [] }),
phases: {
phaseA: {
onBegin: (G, ctx) => { G.ran.push(`begin ${ctx.phase} ${ctx.turn}`); },
onEnd: (G, ctx) => { G.ran.push(`end ${ctx.phase} ${ctx.turn}`); },
},
},
  }));
  client.events.setPhase('phaseA');
  assert.deepEqual(gOf(client).ran, ['begin phaseA 1']);
  client.events.endPhase();
  assert.deepEqual(gOf(client).ran, ['begin phaseA 1', 'end phaseA 2']);
});

test('003 Phases: endPhase returns to no phase, or to next; setPhase enters the given phase', () => {
  const client = play(legacyGame({ phases: { A: { start: true, next: 'B' }, B: {}, C: {} } }));
  assertConfirmed(client.events.endPhase());
  assert.equal(ctxOf(client).phase, 'B');
  assertConfirmed(client.events.endPhase());
  assert.equal(ctxOf(client).phase, null);
  assertConfirmed(client.events.setPhase('C'));
  assert.equal(ctxOf(client).phase, 'C');
  assertConfirmed(client.events.setPhase('A'));
  assert.equal(ctxOf(client).phase, 'A');
});

test('003 Phases: endIf returning a truthy value', () => {
  const client = play(legacyGame({
phases: {
phaseA: {
next: 'phaseB',
endIf: (G, ctx) => true,
},
phaseB: { },
},
  }));
  assertConfirmed(client.events.setPhase('phaseA'));
  assert.equal(ctxOf(client).phase, 'phaseB');
});

test('003 Phases: whenever a phase ends, the turn is ended first', () => {
  const ran = [];
  const client = play(legacyGame({
    turn: { minMoves: 3, onEnd: (G, ctx) => { ran.push(`turn ${ctx.turn} in ${ctx.phase}`); } },
    phases: { A: { start: true, onEnd: (G, ctx) => { ran.push(`phase ${ctx.phase}`); } } },
  }));
  assertConfirmed(client.events.endPhase());
  assert.deepEqual(ran, ['turn 1 in A', 'phase A'], 'not even minMoves keeps the turn');
  assert.equal(ctxOf(client).turn, 2);
});

test('003 Phases: next as a function', () => {
  for (const [condition, phase] of [[true, 'phaseC'], [false, 'phaseB']]) {
    const client = play(legacyGame({
      setup: () => ({ condition }),
phases: {
phaseA: {
start: true,
next: (G, ctx) => {
return G.condition ? 'phaseC' : 'phaseB';
},
},
phaseB: { },
phaseC: { },
},
    }));
    assertConfirmed(client.events.endPhase());
    assert.equal(ctxOf(client).phase, phase);
  }
});

test('003 Phases: a phase overrides the turn section', () => {
  const client = play(legacyGame({
    turn: { maxMoves: 1 },
    moves: { act: () => {} },
    phases: { A: {}, B: { turn: { order: TurnOrder.RESET, maxMoves: 2 } } },
  }));
  assertConfirmed(client.moves.act());
  assert.equal(ctxOf(client).currentPlayer, '1');
  assertConfirmed(client.events.setPhase('B'));
  assert.equal(ctxOf(client).currentPlayer, '0');
  assertConfirmed(client.moves.act());
  assert.equal(ctxOf(client).currentPlayer, '0');
  assertConfirmed(client.moves.act());
  assert.equal(ctxOf(client).currentPlayer, '1');
});
