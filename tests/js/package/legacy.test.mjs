// legacyGame, callback by callback: arguments and results.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE, PlayerView, TurnOrder, legacyGame } from 'rondel/core';

const G = { deck: 6 };
const ctx = Object.freeze({ numPlayers: 2, currentPlayer: '0', turn: 3, phase: null });
const apis = { events: { endTurn() {} }, random: { D6: () => 4 }, log: { setMetadata() {} }, player: { get: () => 'mine' } };
const context = Object.freeze({ G, ctx, playerID: '1', ...apis });

/** A callback that records its call and returns an object of its own. */
function spy() {
  const seen = { returned: {} };
  const fn = (...args) => {
    seen.args = args;
    return seen.returned;
  };
  return [fn, seen];
}

/** Each callback that is called with `(G, ctx, ...args)`: its name, a game with it, and its place in the adapted game. */
const PLACES = [
  ['endIf', (fn) => ({ endIf: fn }), (game) => game.endIf],
  ['onEnd', (fn) => ({ onEnd: fn }), (game) => game.onEnd],
  ['moves.x', (fn) => ({ moves: { x: fn } }), (game) => game.moves.x],
  ['moves.x.move', (fn) => ({ moves: { x: { move: fn } } }), (game) => game.moves.x.move],
  ['moves.x.undoable', (fn) => ({ moves: { x: { move() {}, undoable: fn } } }), (game) => game.moves.x.undoable],
  ['moves.x.redact', (fn) => ({ moves: { x: { move() {}, redact: fn } } }), (game) => game.moves.x.redact],
  ...['onBegin', 'onEnd', 'onMove', 'endIf', 'time', 'onTimeout'].map((hook) => [`turn.${hook}`, (fn) => ({ turn: { [hook]: fn } }), (game) => game.turn[hook]]),
  ...['playOrder', 'first', 'next'].map((part) => [`turn.order.${part}`, (fn) => ({ turn: { order: { [part]: fn } } }), (game) => game.turn.order[part]]),
  ['turn.stages.s.moves.x', (fn) => ({ turn: { stages: { s: { moves: { x: fn } } } } }), (game) => game.turn.stages.s.moves.x],
  ...['time', 'onTimeout'].map((field) => [`turn.stages.s.${field}`, (fn) => ({ turn: { stages: { s: { [field]: fn } } } }), (game) => game.turn.stages.s[field]]),
  ...['onBegin', 'onEnd', 'endIf', 'next'].map((hook) => [`phases.p.${hook}`, (fn) => ({ phases: { p: { [hook]: fn } } }), (game) => game.phases.p[hook]]),
  ['phases.p.moves.x', (fn) => ({ phases: { p: { moves: { x: fn } } } }), (game) => game.phases.p.moves.x],
  ['phases.p.turn.onMove', (fn) => ({ phases: { p: { turn: { onMove: fn } } } }), (game) => game.phases.p.turn.onMove],
  ['phases.p.turn.order.next', (fn) => ({ phases: { p: { turn: { order: { next: fn } } } } }), (game) => game.phases.p.turn.order.next],
  ['phases.p.turn.stages.s.moves.x', (fn) => ({ phases: { p: { turn: { stages: { s: { moves: { x: { move: fn } } } } } } } }), (game) => game.phases.p.turn.stages.s.moves.x.move],
];

for (const [place, make, take] of PLACES) {
  test(`${place} is called with (G, ctx, ...args), and its result is returned`, () => {
    const [fn, seen] = spy();
    const adapted = take(legacyGame(make(fn)));
    assert.equal(adapted(context, 'one', 2), seen.returned);
    assert.equal(seen.args[0], G);
    assert.deepEqual(seen.args[1], { ...ctx, ...apis, playerID: '1' });
    assert.deepEqual(seen.args.slice(2), ['one', 2]);
  });
}

test('setup is called with (ctx, setupData)', () => {
  const [setup, seen] = spy();
  assert.equal(legacyGame({ setup }).setup({ ctx, ...apis }, { size: 3 }), seen.returned);
  assert.deepEqual(seen.args, [{ ...ctx, ...apis }, { size: 3 }]);
});

test('playerView is called with (G, ctx, playerID), also for a spectator', () => {
  for (const playerID of ['1', null]) {
    const [playerView, seen] = spy();
    assert.equal(legacyGame({ playerView }).playerView({ G, ctx, playerID }), seen.returned);
    assert.deepEqual([seen.args[0], seen.args[2]], [G, playerID]);
    assert.equal(seen.args[1].numPlayers, 2);
  }
});

test('STRIP_SECRETS works as the playerView of a positional game, alone and called by it', () => {
  const hidden = { secret: 1, players: { 0: 'a', 1: 'b' } };
  for (const playerView of [PlayerView.STRIP_SECRETS, (...args) => PlayerView.STRIP_SECRETS(...args)]) {
    const seen = legacyGame({ playerView }).playerView({ G: hidden, ctx, playerID: '1' });
    assert.deepEqual(seen, { players: { 1: 'b' } });
  }
});

test('ctx.playerID is the acting player in hooks without a playerID of their own', () => {
  let acting;
  const game = legacyGame({ turn: { onBegin: (state, { playerID }) => { acting = playerID; } } });
  const withGetter = Object.defineProperty({ ...ctx }, 'playerID', { get: () => '1' });
  game.turn.onBegin({ G, ctx: withGetter, ...apis });
  assert.equal(acting, '1');
  game.turn.onBegin({ G, ctx, ...apis });
  assert.equal(acting, undefined);
});

test('the ctx of a callback without an acting player has no playerID', () => {
  const game = legacyGame({ endIf: (state, legacyCtx) => Object.keys(legacyCtx) });
  assert.deepEqual(game.endIf({ G, ctx }), Object.keys(ctx));
});

test('INVALID_MOVE and { next } pass through', () => {
  const game = legacyGame({ moves: { no: () => INVALID_MOVE }, turn: { endIf: () => ({ next: '3' }) } });
  assert.equal(game.moves.no(context), INVALID_MOVE);
  assert.deepEqual(game.turn.endIf(context), { next: '3' });
});

test('the caller gets an exception unchanged', () => {
  const error = new Error('mine');
  const game = legacyGame({ moves: { bad: () => { throw error; } } });
  assert.throws(() => game.moves.bad(context), (thrown) => thrown === error);
});

test('turn order presets stay the same objects; a changed copy works', () => {
  const custom = TurnOrder.CUSTOM(['1', '0']);
  const game = legacyGame({
    turn: { order: TurnOrder.ONCE },
    phases: { p: { turn: { order: custom } }, q: { turn: { order: { ...TurnOrder.DEFAULT, first: (state) => state.deck } } } },
  });
  assert.equal(game.turn.order, TurnOrder.ONCE);
  assert.equal(game.phases.p.turn.order, custom);
  const { first, next } = game.phases.q.turn.order;
  assert.equal(first(context), 6);
  assert.equal(next({ G, ctx: { ...ctx, playOrderPos: 0, playOrder: ['0', '1'] } }), 1);
});

test('values other than callbacks stay unchanged', () => {
  const plugins = [{ name: 'p', fnWrap: (fn) => fn }];
  const game = {
    name: 'g', seed: 1, plugins, events: { endGame: false }, minPlayers: 2,
    moves: { x: { move() {}, undoable: false, redact: true, noLimit: true } },
    turn: { minMoves: 1, activePlayers: { all: 's' }, stages: { s: { next: 't' } } },
    phases: { p: { start: true, next: 'q' } },
  };
  const adapted = legacyGame(game);
  assert.equal(adapted.plugins, plugins);
  assert.deepEqual(adapted, { ...game, moves: { x: { ...game.moves.x, move: adapted.moves.x.move } } });
});

test('the given game is not changed, frozen or not', () => {
  const deepFreeze = (value) => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
    return value;
  };
  const move = () => {};
  const game = deepFreeze({ moves: { move }, phases: { p: { turn: { order: { first: move, next: move }, stages: { s: { moves: { move } } } } } } });
  assert.notEqual(legacyGame(game).moves.move, move);
  assert.equal(game.moves.move, move);
});

test('malformed input is passed on unchanged for the engine to report', () => {
  const odd = [null, undefined, 3, 'text', true, []];
  for (const value of odd) assert.equal(legacyGame(value), value);
  for (const value of [...odd, {}]) {
    const game = {
      setup: value, playerView: value, endIf: value, onEnd: value, moves: { x: value, y: { move: value } },
      turn: { onBegin: value, order: value, stages: { s: value, t: { moves: value } } },
      phases: { p: value, q: { next: value, turn: value, moves: value } },
    };
    assert.deepEqual(legacyGame(game), game);
    assert.deepEqual(legacyGame({ moves: value, turn: value, phases: value }), { moves: value, turn: value, phases: value });
  }
});

test('a move called __proto__ stays a move', () => {
  const moves = JSON.parse('{"__proto__": 1}');
  const adapted = legacyGame({ moves }).moves;
  assert.ok(Object.hasOwn(adapted, '__proto__'));
  assert.equal(Object.getPrototypeOf(adapted), Object.prototype);
});

test('an adapted part can be used in a game in the one-object style', () => {
  const draw = ({ G: cards }) => { cards.deck--; };
  const game = { ...legacyGame({ phases: { p: { endIf: (cards) => cards.deck === 0 } } }), moves: { draw } };
  assert.equal(game.moves.draw, draw);
  assert.equal(game.phases.p.endIf({ G: { deck: 0 }, ctx }), true);
});
