// Names that are probably misspelt cause a warning in development that suggests the right name. Games may have fields of their own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { ProcessGameConfig } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import bgio from 'boardgame.io/dist/cjs/ai.js';
import { capture } from '../support/console.mjs';

const { MCTSBot } = bgio;

const noop = () => {};
const field = (written, meant) => `rondel: ${written}: there is no such field; did you mean ${meant}?`;
const option = (written, meant) => `rondel: Client({ ${written} }): there is no such option; did you mean ${meant}?`;

const MISSPELT = [
  [{ game: { setUp: noop } }, field('setUp', 'setup')],
  [{ game: { endIff: noop } }, field('endIff', 'endIf')],
  [{ game: { move: { go: noop } } }, field('move', 'moves')],
  [{ game: { phsaes: {} } }, field('phsaes', 'phases')],
  [{ game: { playerViev: noop } }, field('playerViev', 'playerView')],
  [{ game: legacyGame({ setUp: noop }) }, field('setUp', 'setup')],
  [{ game: { moves: { go: { move: noop, validat: noop } } } }, field('moves.go.validat', 'validate')],
  [{ game: { moves: { go: { move: noop, undoabel: false } } } }, field('moves.go.undoabel', 'undoable')],
  [{ game: { phases: { p: { moves: { go: { move: noop, nolimit: true } } } } } }, field('phases.p.moves.go.nolimit', 'noLimit')],
  [{ game: { turn: { order: { first: () => 0, next: () => 0, playorder: () => ['0'] } } } }, field('turn.order.playorder', 'playOrder')],
  [{ game: { turn: { maxMove: 1 } } }, field('turn.maxMove', 'maxMoves')],
  [{ game: { ai: { enumerat: noop } } }, field('ai.enumerat', 'enumerate')],
  [{ game: { ai: { determinise: noop } } }, field('ai.determinise', 'determinize')],
  [{ game: { ai: { score: 7 } } }, 'rondel: ai.score: expected a function, got 7'],
  [{ game: {}, playerId: '0' }, option('playerId', 'playerID')],
  [{ game: {}, numplayers: 3 }, option('numplayers', 'numPlayers')],
  [{ game: {}, multiPlayer: noop }, option('multiPlayer', 'multiplayer')],
  [{ game: {}, multiplayer: Local(), crednetials: 's' }, option('crednetials', 'credentials')],
  [
    { game: {}, multiplayer: Local(), numPlayers: 'three' },
    'rondel: Client({ numPlayers }): expected a number, got "three"; a new match has two players',
  ],
  [{ game: {}, predict: 'all' }, "rondel: Client({ predict }): expected 'moves', 'flow', 'none'"],
  [{ game: { plugins: [{ name: 'ctx' }] } }, 'rondel: plugins[0].name: moves and hooks have a "ctx" of their own'],
  [
    { game: { plugins: [{ name: 'p' }, { name: 'q' }, { name: 'p' }] } },
    'rondel: plugins[2].name: plugins[0] is called "p", too, and they share their data',
  ],
];

/** Arguments of events, by event. */
const ARGUMENTS = [
  ['setActivePlayers', { curentPlayer: 'x' }, field('setActivePlayers.curentPlayer', 'currentPlayer')],
  ['setActivePlayers', { currentPlayer: { stage: 'x', maxMove: 1 } }, field('setActivePlayers.currentPlayer.maxMove', 'maxMoves')],
  ['setActivePlayers', { value: { 1: { Stage: 'x' } } }, field('setActivePlayers.value.1.Stage', 'stage')],
  ['setActivePlayers', { all: 'x', next: { other: 'x' } }, field('setActivePlayers.next.other', 'others')],
  ['setStage', { stage: 'x', minMove: 1 }, field('setStage.minMove', 'minMoves')],
  ['setActivePlayers', { all: 'x', flag: true }, 'rondel: setActivePlayers.flag: there is no such field'],
];

for (const [where, multiplayer] of [['in the page', undefined], ['online', Local()]]) {
  test(`the warning appears also if the definition has an error, ${where}`, () => {
    const game = { setUp: noop, moves: { go: 5 } };
    const { printed } = capture(() => assert.throws(() => Client({ game, multiplayer }), /moves\.go: expected a function/));
    assert.deepEqual(printed, [field('setUp', 'setup')]);
  });
}

for (const [event, arg, warning] of ARGUMENTS) {
  test(`the warning appears once, in a move and outside: ${warning}`, () => {
    const game = { turn: { activePlayers: { all: null } }, moves: { go: ({ events }) => { events[event](arg); } } };
    const { printed } = capture(() => {
      const client = Client({ game, playerID: '0' });
      client.moves.go();
      client.events[event](arg);
    });
    assert.deepEqual(printed, [warning]);
  });
}

for (const [event, arg] of [
  ['endTurn', { remove: true }], ['pass', { next: '1' }], ['endTurn', { next: '1', remove: false }], ['setActivePlayers', { all: { moveLimit: 1 }, revert: true }],
]) {
  test(`a field that the rules read causes no warning: ${event}(${JSON.stringify(arg)})`, () => {
    const game = { moves: { go: ({ events }) => { events[event](arg); } } };
    assert.deepEqual(capture(() => Client({ game }).moves.go()).printed, []);
  });
}

test('nested fields of active players in a definition are checked too', () => {
  const game = { turn: { activePlayers: { currentPlayer: { stage: 'x', maxMove: 1 }, next: { al: 'x' } } } };
  assert.deepEqual(capture(() => Client({ game })).printed, [
    field('turn.activePlayers.currentPlayer.maxMove', 'maxMoves'), 'rondel: turn.activePlayers.next.al: there is no such field',
  ]);
});

for (const [options, warning] of MISSPELT) {
  test(`warns: ${warning}`, () => {
    assert.deepEqual(capture(() => Client(options)).printed, [warning]);
    assert.deepEqual(capture(() => Client({ ...options, debug: false, quiet: true })).printed, []);
  });
}

const OLD = [
  [{ setup: (ctx) => ({ n: ctx.numPlayers }) }, 'setup', 'ctx'],
  [{ setup: ctx => ({ n: ctx.numPlayers }) }, 'setup', 'ctx'],
  [{ moves: { draw(G, ctx, n) { G.n = n; } } }, 'moves.draw', 'G and ctx'],
  [{ moves: { draw: { move: (G, ctx) => { G.n = 1; } } } }, 'moves.draw.move', 'G and ctx'],
  [{ moves: { draw: function draw(G, _ctx) { G.n = 1; } } }, 'moves.draw', 'G and ctx'],
  [{ phases: { play: { onBegin: (G, ctx) => { G.n = 1; } } } }, 'phases.play.onBegin', 'G and ctx'],
  [{ turn: { order: { first: (G, ctx) => 0, next: (G, ctx) => 1 } } }, 'turn.order.first', 'G and ctx'],
  [{ turn: { stages: { a: { moves: { b: (G, ctx) => {} } } } } }, 'turn.stages.a.moves.b', 'G and ctx'],
];

for (const [game, path, taken] of OLD) {
  test(`a warning says that ${path} takes ${taken} one by one, except in a game that legacyGame adapted`, () => {
    const warning = `rondel: ${path} takes ${taken} as in boardgame.io before 0.50: legacyGame of rondel/core lets such games play`;
    // Setups and turn orders fail on their arguments.
    const made = (rules) => capture(() => {
      try {
        Client({ game: rules });
      } catch {}
    }).printed;
    assert.deepEqual(made(game), [warning]);
    assert.deepEqual(made(legacyGame(game)), []);
  });
}

test('a setup that calls its one object ctx causes no warning', () => {
  for (const setup of [(ctx) => ({ n: ctx.ctx.numPlayers }), (ctx) => ({ n: ctx.random.D6() })]) {
    assert.deepEqual(capture(() => Client({ game: { setup } })).printed, []);
  }
});

test('a turn order without its functions throws and suggests a name', () => {
  const thrown = (order) => {
    try {
      return Client({ game: { turn: { order } } });
    } catch (error) {
      return error.message;
    }
  };
  assert.equal(thrown({ frist: () => 0, next: () => 0 }), 'turn.order.first: expected a function, got undefined; did you mean frist?');
  assert.equal(thrown({ first: () => 0 }), 'turn.order.next: expected a function, got undefined');
});

test("fields that boardgame.io's bots write into a game cause no warning", () => {
  const game = {
    moves: { go: noop }, turn: { maxMoves: 1 }, phases: { a: { start: true, turn: { maxMoves: 1 } } }, ai: { enumerate: () => [{ move: 'go' }] },
  };
  new MCTSBot({ game, enumerate: game.ai.enumerate });
  assert.ok(game.turn.wrapped && game.phases.a.wrapped);
  assert.deepEqual(capture(() => Client({ game })).printed, []);
});

test('known fields and fields of the game cause no warning', () => {
  const whole = {
    name: 'whole', minPlayers: 1, maxPlayers: 2, deltaState: true, predict: 'flow', disableUndo: false, disableLog: false, compat: undefined,
    seed: 's', setup: () => ({}), validateSetupData: noop, phases: {}, turn: { order: { first: () => 0, next: () => 0, playOrder: () => ['0'] } },
    events: {}, endIf: noop, onEnd: noop, onPlayerLeave: noop, playerView: ({ G }) => G, plugins: [], ai: { enumerate: () => [] },
    moves: { go: { move: noop, validate: noop, undoable: true, redact: false, noLimit: true, client: true, strict: false, ignoreStaleStateID: true, cost: 3 } },
  };
  const own = { setup: () => ({}), moves: {}, move: noop, game: 'x', api: 1, a: 1, modes: [], cards: [], board: {}, rules: 'long', title: 'x', type: 1 };
  const options = {
    numPlayers: 2, playerID: '0', matchID: 'm', credentials: 'c', multiplayer: undefined, predict: 'moves', setupData: 1, enhancer: undefined, inspect: undefined,
    board: null, loading: null, id: 1,
  };
  for (const game of [whole, own, ProcessGameConfig(whole), legacyGame(own)]) {
    assert.deepEqual(capture(() => Client({ game, ...options })).printed, []);
  }
});
