// The order of hooks as boardgame.io's documentation lists it ("Hook Execution Order"): in boardgame.io 0.50.2, in Rondel, and under
// compat.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';

/** A game whose callbacks record their names. They return nothing, except for the turn order and the next phase. */
function narrated(told) {
  const note = (name, answer) => () => {
    told.push(name);
    return answer;
  };
  const phase = (name, next) => ({ next, onBegin: note(`${name}.onBegin`), onEnd: note(`${name}.onEnd`), endIf: note(`${name}.endIf?`) });
  return {
    moves: { go: note('move') },
    endIf: note('game.endIf?'),
    turn: {
      order: { playOrder: note('order.playOrder', ['0', '1']), first: note('order.first', 0), next: note('order.next', 1) },
      onBegin: note('turn.onBegin'),
      onMove: note('turn.onMove'),
      onEnd: note('turn.onEnd'),
      endIf: note('turn.endIf?'),
    },
    phases: { A: { ...phase('A', note('A.next', 'B')), start: true }, B: phase('B') },
  };
}

const DOCUMENTED = {
  'when a match begins': [() => {}, [
    'game.endIf?', 'A.endIf?',
    'A.onBegin', 'game.endIf?', 'A.endIf?',
    'order.playOrder', 'order.first', 'turn.onBegin', 'game.endIf?', 'A.endIf?',
  ]],
  'after a move': [(client) => client.moves.go(), ['move', 'turn.onMove', 'game.endIf?', 'A.endIf?', 'turn.endIf?']],
  'when a turn ends': [(client) => client.events.endTurn(), [
    'turn.onEnd', 'game.endIf?', 'A.endIf?',
    'order.next', 'game.endIf?', 'A.endIf?',
    'turn.onBegin', 'game.endIf?', 'A.endIf?',
  ]],
  'when a phase ends': [(client) => client.events.endPhase(), [
    'turn.onEnd', 'A.onEnd', 'game.endIf?',
    'A.next', 'game.endIf?', 'B.endIf?',
    'B.onBegin', 'game.endIf?', 'B.endIf?',
    'order.playOrder', 'order.first', 'turn.onBegin', 'game.endIf?', 'B.endIf?',
  ]],
};

const ENGINES = { 'boardgame.io': [bgio.Client], Rondel: [Client], 'Rondel under compat': [Client, { compat: '0.50' }] };

for (const [when, [act, documented]] of Object.entries(DOCUMENTED)) {
  for (const [engine, [make, extra]] of Object.entries(ENGINES)) {
    test(`the hooks ${when} run in the documented order, in ${engine}`, () => {
      const told = [];
      const client = make({ game: { ...narrated(told), ...extra }, debug: false, quiet: true });
      if (when !== 'when a match begins') told.length = 0;
      act(client);
      assert.deepEqual(told, documented);
    });
  }
}

for (const [engine, [make, extra]] of Object.entries(ENGINES)) {
  test(`a phase that is over before it begins is skipped and deals no cards, in ${engine}`, () => {
    const client = make({
      debug: false, quiet: true,
      game: {
        setup: () => ({ cards: 0, hands: 0 }),
        moves: { take: ({ G }) => { G.cards += 5; } },
        phases: {
          deal: { endIf: ({ G }) => G.cards === 0, onBegin: ({ G }) => { G.hands += 1; }, next: 'play' },
          play: { start: true, next: 'deal' },
        },
        ...extra,
      },
    });
    client.events.endPhase();
    assert.deepEqual([client.getState().ctx.phase, client.getState().G.hands], ['play', 0]);
    client.moves.take();
    client.events.endPhase();
    assert.deepEqual([client.getState().ctx.phase, client.getState().G.hands], ['deal', 1]);
  });
}
