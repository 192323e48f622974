// Every example of document 004, on turn orders. Its examples in the positional style run inside legacyGame.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ActivePlayers, legacyGame, Stage, TurnOrder } from 'rondel/core';
import { quietly } from '../support/console.mjs';
import { as, assertConfirmed, assertRejected, ctxOf, gOf, mayMove, play } from './fixtures/play.mjs';

const EVERYBODY = ['0', '1', '2', '3'];
const act = () => {};

/** The players whose turn it is, one after the other. */
function turns(client, count) {
  return Array.from({ length: count }, () => {
    const { currentPlayer } = ctxOf(client);
    assertConfirmed(client.events.endTurn());
    return currentPlayer;
  });
}

test('004 Turn Orders: the state kept in ctx', () => {
  const client = play({ moves: { act } });
  const { currentPlayer, activePlayers, playOrder, playOrderPos } = ctxOf(client);
  assert.deepEqual({ currentPlayer, activePlayers, playOrder, playOrderPos }, {
    currentPlayer: '0', activePlayers: null, playOrder: EVERYBODY, playOrderPos: 0,
  });
  client.events.endTurn();
  client.events.endTurn();
  assert.equal(ctxOf(client).playOrderPos, 2);
  assert.equal(ctxOf(client).currentPlayer, ctxOf(client).playOrder[2]);
});

test('004 currentPlayer: the only player that can call events', () => {
  const client = play({ moves: { act } });
  quietly(() => {
    assertRejected(as(client, '1', (_, events) => events.endTurn()), 'action/inactive_player');
    assertRejected(as(client, '2', (_, events) => events.endPhase()), 'action/inactive_player');
  });
  assertConfirmed(as(client, '0', (_, events) => events.endTurn()));
});

test('004 activePlayers: several players in any order; by default the current one alone', () => {
  const some = () => play({ moves: { act }, turn: { activePlayers: { value: { 1: null, 3: null } } } });
  quietly(() => {
    assert.deepEqual(mayMove(some, 'act', EVERYBODY), ['1', '3']);
    assert.deepEqual(mayMove(() => play({ moves: { act } }), 'act', EVERYBODY), ['0']);
  });
});

test('004 playOrderPos: the player that just made a move is at ctx.playerID', () => {
  const client = play(legacyGame({
    setup: () => ({ made: [] }),
    moves: { act: (G, ctx) => { G.made.push(ctx.playerID); } },
    turn: { activePlayers: ActivePlayers.ALL, onMove: (G, ctx) => { G.made.push(`after ${ctx.playerID}`); } },
  }));
  as(client, '3', (moves) => moves.act());
  as(client, '1', (moves) => moves.act());
  assert.deepEqual(gOf(client).made, ['3', 'after 3', '1', 'after 1']);
});

test('004 turn.order: DEFAULT', () => {
  const client = play({
turn: {
  order: TurnOrder.DEFAULT,
}
  });
  assert.deepEqual(turns(client, 6), ['0', '1', '2', '3', '0', '1']);
});

test('004 turn.order: DEFAULT is used if nothing is specified, and goes on across phases', () => {
  const client = play({ phases: { A: { start: true, next: 'B' }, B: { turn: { order: TurnOrder.DEFAULT } } } });
  assert.deepEqual(turns(client, 2), ['0', '1']);
  client.events.endPhase();
  assert.deepEqual(turns(client, 3), ['3', '0', '1']);
});

test('004 turn.order: RESET', () => {
  const client = play({ phases: { A: { start: true, next: 'B' }, B: { turn: { order: TurnOrder.RESET } } } });
  assert.deepEqual(turns(client, 2), ['0', '1']);
  client.events.endPhase();
  assert.deepEqual(turns(client, 5), ['0', '1', '2', '3', '0']);
});

test('004 turn.order: CONTINUE', () => {
  const client = play({ phases: { A: { start: true, next: 'B' }, B: { turn: { order: TurnOrder.CONTINUE } } } });
  assert.deepEqual(turns(client, 2), ['0', '1']);
  client.events.endPhase();
  assert.deepEqual(turns(client, 3), ['2', '3', '0']);
});

test('004 turn.order: ONCE goes around once, then the phase ends', () => {
  const client = play({ phases: { A: { start: true, next: 'B', turn: { order: TurnOrder.ONCE } }, B: {} } });
  assert.deepEqual(turns(client, 3), ['0', '1', '2']);
  assert.equal(ctxOf(client).phase, 'A');
  client.events.endTurn();
  assert.equal(ctxOf(client).phase, 'B');
});

test('004 turn.order: CUSTOM', () => {
  const client = play({ turn: { order: TurnOrder.CUSTOM(['2', '0', '3']) } });
  assert.deepEqual(ctxOf(client).playOrder, ['2', '0', '3']);
  assert.deepEqual(turns(client, 4), ['2', '0', '3', '2']);
});

test('004 turn.order: CUSTOM_FROM', () => {
  const client = play({ setup: () => ({ order: ['3', '1'] }), turn: { order: TurnOrder.CUSTOM_FROM('order') } });
  assert.deepEqual(ctxOf(client).playOrder, ['3', '1']);
  assert.deepEqual(turns(client, 3), ['3', '1', '3']);
});

/** For each preset: who may move at the beginning, and after everybody who may has moved once. */
const PRESETS = {
  ALL: [EVERYBODY, EVERYBODY],
  ALL_ONCE: [EVERYBODY, ['0']],
  OTHERS: [['1', '2', '3'], ['1', '2', '3']],
  OTHERS_ONCE: [['1', '2', '3'], ['0']],
};

for (const [name, [before, after]] of Object.entries(PRESETS)) {
  test(`004 activePlayers: ${name}`, () => {
    const game = () => play({
      moves: { act },
turn: {
  activePlayers: ActivePlayers[name],
}
    });
    const worn = () => {
      const client = game();
      for (const id of before) assertConfirmed(as(client, id, (moves) => moves.act()));
      return client;
    };
    quietly(() => {
      assert.deepEqual(mayMove(game, 'act', EVERYBODY), before);
      assert.deepEqual(mayMove(worn, 'act', EVERYBODY), after);
    });
    assert.equal(ctxOf(worn()).turn, 1, 'the turn stays with one player');
  });
}

test('004 Specifying a turn order: in the game', () => {
const game = {
  turn: {
    order: TurnOrder.DEFAULT,
    activePlayers: ActivePlayers.ALL,
  },
};
  const client = play(game);
  assert.deepEqual(ctxOf(client).activePlayers, { 0: null, 1: null, 2: null, 3: null });
  assert.deepEqual(turns(client, 5), ['0', '1', '2', '3', '0']);
});

test('004 Specifying a turn order: in a phase', () => {
const game = {
  phases: {
    A: {
      turn: { activePlayers: ActivePlayers.ALL },
    },
    B: {
      turn: { order: TurnOrder.ONCE },
    },
  },
};
  const client = play(game);
  assert.equal(ctxOf(client).activePlayers, null);
  client.events.setPhase('A');
  assert.deepEqual(ctxOf(client).activePlayers, { 0: null, 1: null, 2: null, 3: null });
  client.events.setPhase('B');
  assert.equal(ctxOf(client).activePlayers, null);
  turns(client, 4);
  assert.equal(ctxOf(client).phase, null);
});

test('004 Implementing a custom turn order: order', () => {
  const client = play(legacyGame({
    turn: {
  // OPTIONAL:
  // If this section is present, it will override the DEFAULT
  // turn order.
  order: {
    // OPTIONAL:
    // Override the initial value of playOrder.
    // This is called at the beginning of the phase.
    playOrder: (G, ctx) => [...ctx.playOrder].reverse(),

    // Get the initial value of playOrderPos.
    // This is called at the beginning of the phase.
    first: (G, ctx) => 0,

    // Get the next value of playOrderPos.
    // This is called at the end of each turn.
    // The phase ends if this returns undefined.
    next: (G, ctx) => (ctx.playOrderPos + 1) % ctx.numPlayers,
  },
    },
  }));
  assert.deepEqual(ctxOf(client).playOrder, ['3', '2', '1', '0']);
  assert.deepEqual(turns(client, 5), ['3', '2', '1', '0', '3']);
});

test('004 Implementing a custom turn order: the phase ends if next returns undefined', () => {
  const client = play(legacyGame({
    phases: {
      A: {
        start: true,
        turn: {
          order: { first: (G, ctx) => 2, next: (G, ctx) => (ctx.playOrderPos > 0 ? ctx.playOrderPos - 1 : undefined) },
        },
      },
    },
  }));
  assert.deepEqual(turns(client, 2), ['2', '1']);
  assert.equal(ctxOf(client).phase, 'A');
  client.events.endTurn();
  assert.equal(ctxOf(client).phase, null);
});

test('004 Implementing a custom turn order: activePlayers value', () => {
  const client = play({
    moves: { act },
    turn: {
  activePlayers: {
    // Sets activePlayers to the provided map.
    value: {
      '0': 'myStage',
      '1': Stage.NULL
    },
  },
    },
  });
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'myStage', 1: null });
});

for (const [option, ids] of Object.entries({ all: EVERYBODY, others: ['1', '2', '3'], currentPlayer: ['0'] })) {
  test(`004 Implementing a custom turn order: activePlayers ${option}: true is active, in no stage`, () => {
    const game = () => play({
      moves: { act },
      turn: { activePlayers: { [option]: true }, stages: { s: { moves: {} } } },
    });
    assert.deepEqual(Object.keys(ctxOf(game()).activePlayers), ids);
    quietly(() => assert.deepEqual(mayMove(game, 'act', EVERYBODY), ids));
  });
}

test('004 Implementing a custom turn order: activePlayers with moveLimit and next', () => {
  const client = play({
    moves: { act },
    turn: {
  activePlayers: {
    // Makes all players except currentPlayer active with the passed value.
    others: true,

    // Limits the number of moves each active player can make.
    // When the limit is reached, the player is removed from
    // activePlayers. Once every player in activePlayers has
    // reached the limit, activePlayers is set to null.
    moveLimit: 2,

    // A next option will be used once activePlayers becomes empty
    // (either by using moveLimit or manually removing players).
    // All options available inside activePlayers are available
    // inside next.
    next: {
      currentPlayer: true
    },
  },
    },
  });
  for (const id of ['1', '2', '1']) assertConfirmed(as(client, id, (moves) => moves.act()));
  assert.deepEqual(Object.keys(ctxOf(client).activePlayers), ['2', '3']);
  for (const id of ['3', '3', '2']) assertConfirmed(as(client, id, (moves) => moves.act()));
  assert.deepEqual(Object.keys(ctxOf(client).activePlayers), ['0']);
});

test('004 Implementing a custom turn order: moveLimit alone ends in no active players', () => {
  const client = play({ moves: { act }, turn: { activePlayers: { all: Stage.NULL, moveLimit: 1 } } });
  for (const id of EVERYBODY) {
    // moveLimit in activePlayers is a maximum only: leaving earlier is allowed.
    assertConfirmed(as(client, id, (moves, events) => (id === '2' ? events.endStage() : moves.act())));
  }
  assert.equal(ctxOf(client).activePlayers, null);
});

test('004 Implementing a custom turn order: the whole section together', () => {
const turn = {
  // OPTIONAL:
  // If this section is present, it will override the DEFAULT
  // turn order.
  order: {
    // OPTIONAL:
    // Override the initial value of playOrder.
    // This is called at the beginning of the phase.
    playOrder: (G, ctx) => ['3', '2', '1', '0'],

    // Get the initial value of playOrderPos.
    // This is called at the beginning of the phase.
    first: (G, ctx) => 0,

    // Get the next value of playOrderPos.
    // This is called at the end of each turn.
    // The phase ends if this returns undefined.
    next: (G, ctx) => (ctx.playOrderPos + 1) % ctx.numPlayers,
  },

  // OPTIONAL:
  // If this section is present, activePlayers is modified
  // at the beginning of the phase.
  activePlayers: {
    // Sets activePlayers to the provided map.
    value: {
      '0': 'myStage',
      '1': Stage.NULL
    },

    // Makes all players active with the passed value.
    all: true,

    // Makes all players except currentPlayer active with the passed value.
    others: true,

    // Makes the current player active with the passed value.
    currentPlayer: true,

    // Limits the number of moves each active player can make.
    // When the limit is reached, the player is removed from
    // activePlayers. Once every player in activePlayers has
    // reached the limit, activePlayers is set to null.
    moveLimit: 2,

    // A next option will be used once activePlayers becomes empty
    // (either by using moveLimit or manually removing players).
    // All options available inside activePlayers are available
    // inside next.
    next: {
      currentPlayer: true
    },
  },
};
  const client = play(legacyGame({ moves: { act }, turn }));
  assert.equal(ctxOf(client).currentPlayer, '3');
  assert.deepEqual(Object.keys(ctxOf(client).activePlayers).sort(), EVERYBODY);
  assert.equal(ctxOf(client).activePlayers[0], 'myStage');
  assert.equal(ctxOf(client).activePlayers[1], null);
  for (const id of [...EVERYBODY, ...EVERYBODY]) assertConfirmed(as(client, id, (moves) => moves.act()));
  assert.deepEqual(Object.keys(ctxOf(client).activePlayers), ['3'], 'then next: the current player');
});

test('004 endTurn: with the next player', () => {
  const client = play({ moves: { finish: ({ events: { endTurn } }, playerID) => {
endTurn({ next: playerID });
  } } });
  assertConfirmed(client.moves.finish('2'));
  assert.equal(ctxOf(client).currentPlayer, '2');
  assertConfirmed(client.moves.finish('2'));
  assert.equal(ctxOf(client).currentPlayer, '2');
  assert.equal(ctxOf(client).turn, 3);
});

test('004 endTurn: from a component', () => {
  const client = play({ moves: { act } });
  const component = {
    props: client,
onClickEndTurn() {
  this.props.events.endTurn({ next: '3' });
}
  };
  component.onClickEndTurn();
  assert.equal(ctxOf(client).currentPlayer, '3');
  assert.equal(ctxOf(client).playOrderPos, 3);
});

test('004 turn.endIf: with the next player', () => {
const game = {
  turn: {
    endIf: (G, ctx) => ({ next: '3' }),
  },
};
  const client = play(legacyGame({ ...game, moves: { act } }));
  assert.equal(ctxOf(client).currentPlayer, '0');
  assertConfirmed(client.moves.act());
  assert.equal(ctxOf(client).currentPlayer, '3');
  assertConfirmed(client.moves.act());
  assert.equal(ctxOf(client).currentPlayer, '3');
  assert.equal(ctxOf(client).turn, 3);
});
