// A game in Rust with `Client` alone: see tests/rust-game.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { describeLog } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { duel } from '../../rust-game/duel.mjs';
import { until } from '../support/tasks.mjs';
import { playOut } from './support.mjs';

function open(t, options = {}, settings = { seed: 'duel' }) {
  const client = Client({ game: duel(settings), quiet: true, ...options });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** The same client at both seats, so that it sees its own hand. */
const atSeat = (client) => (client.updatePlayerID(client.getState().ctx.currentPlayer), client);

test('a match is played to its end, with the same cards for the same seed', async (t) => {
  const [one, other, third] = [open(t), open(t), open(t, {}, { seed: 'another' })];
  const outcome = await playOut([one]);
  assert.deepEqual(Object.keys(outcome), ['winner']);
  assert.deepEqual(await playOut([other]), outcome);
  const { G, ctx } = one.getState();
  assert.deepEqual(G, { deck: 6, hands: [0, 0], round: [], points: G.points });
  assert.equal(G.points[0] + G.points[1], 3);
  assert.equal(outcome.winner, String(G.points.indexOf(Math.max(...G.points))));
  assert.equal(ctx.turn, 6);
  await playOut([third]);
  const laid = ({ log }) => log.map(({ action }) => action.payload.type);
  assert.deepEqual(laid(third), laid(one));
  assert.deepEqual(laid(one), Array.from({ length: 12 }, (_, i) => (i % 2 ? 'endTurn' : 'lay')));
});

test('each player sees their own hand, and nobody sees the deck', (t) => {
  const client = open(t);
  const hands = ['0', '1', null].map((playerID) => (client.updatePlayerID(playerID), client.getState().G.hands));
  assert.deepEqual(hands.map((seen) => seen.map(Array.isArray)), [[true, false], [false, true], [false, false]]);
  const all = [...hands[0][0], ...hands[1][1]];
  assert.equal(new Set(all).size, 6);
  assert.ok(all.every((card) => Number.isInteger(card) && card >= 21 && card <= 32));
});

test('the shown state is a plain immutable value', (t) => {
  const client = atSeat(open(t));
  const { G } = client.getState();
  assert.equal(Object.getPrototypeOf(G), Object.prototype);
  assert.throws(() => G.hands[0].push(12), TypeError);
  client.moves.lay(0);
  assert.equal(client.getState().G.hands[0].length, 2);
  assert.equal(G.hands[0].length, 3);
});

test('playing a card can be undone and redone, and drawing one cannot', (t) => {
  const client = atSeat(open(t));
  const begun = client.getState().G;
  client.moves.lay(1);
  const laid = client.getState();
  assert.deepEqual(laid.G.round, [{ seat: 0, card: begun.hands[0][1] }]);
  assert.equal(laid.canUndo, true);
  client.undo();
  assert.deepEqual(client.getState().G, begun);
  client.redo();
  assert.deepEqual(client.getState().G, laid.G);
  client.undo();
  client.moves.draw();
  const { G, canUndo } = client.getState();
  assert.equal(canUndo, false);
  assert.deepEqual(G.hands[0].slice(0, 3), begun.hands[0]);
  assert.deepEqual([G.hands[0].length, G.deck], [4, 5]);
  assert.equal(client.undo().error.type, 'action/action_invalid');
});

test('impossible moves are refused with the reason of the game or of the rules', (t) => {
  const client = atSeat(open(t));
  const before = client.getState();
  const none = [
    [[7], 'no such card', /^invalid move: lay$/], [[], undefined, /place is missing$/], [['0'], undefined, /place: invalid type: string "0", expected usize$/],
    [[-1], undefined, /place: invalid value: integer `-1`, expected usize$/], [[1e9], 'no such card', /^invalid move: lay$/],
  ];
  for (const [args, payload, message] of none) {
    assert.equal(client.canMove('lay', ...args), false);
    const { status, error } = client.moves.lay(...args);
    assert.equal(status, 'rejected');
    assert.deepEqual([error.type, error.payload], ['action/invalid_move', payload]);
    assert.match(error.message, message);
  }
  assert.equal(client.events.endTurn().status, 'rejected', 'a card has to be laid first');
  assert.equal(client.canMove('lay', 2), true);
  client.updatePlayerID('1');
  assert.equal(client.canMove('lay', 0), false);
  assert.equal(client.moves.lay(0).error.type, 'action/inactive_player');
  assert.deepEqual(client.getState().ctx, before.ctx);
});

test('an argument that JSON cannot represent is an error of the page, and the match goes on', (t) => {
  const client = atSeat(open(t));
  const circle = {};
  circle.self = circle;
  for (const odd of [10n, circle]) assert.throws(() => client.moves.lay(odd), TypeError);
  assert.equal(client.moves.lay(0).status, 'confirmed');
  assert.equal(client.getState()._stateID, 1);
});

test('legalMoves asks the Rust code for the possible moves', (t) => {
  const client = atSeat(open(t));
  assert.deepEqual(client.legalMoves().map(({ args }) => args), [[0], [1], [2]]);
  client.moves.lay(0);
  assert.deepEqual(client.legalMoves(), []);
});

test('setupData reach the game, and its refusal of invalid ones is an error', (t) => {
  assert.deepEqual(open(t, { setupData: { hand: 6 }, numPlayers: 2 }).getState().G.hands, [6, 6]);
  assert.deepEqual(open(t, { setupData: { hand: 4 }, numPlayers: 3 }).getState().G.hands, [4, 4, 4]);
  const nonsense = { name: 'RondelError', code: 'game/setup' };
  assert.throws(() => open(t, { setupData: { hands: 3 } }), { ...nonsense, message: /^setupData: unknown field `hands`, expected `hand`$/ });
  assert.throws(() => open(t, { setupData: { hand: 7 } }), { ...nonsense, message: /not enough cards/ });
});

test('a match of Local begins with the setupData of its client, and the game\'s refusal of invalid ones prevents it', async (t) => {
  const at = (playerID, setupData, matchID) => open(t, { game, multiplayer, playerID, setupData, matchID });
  const [game, multiplayer] = [duel({ seed: 'duel' }), Local()];
  const [zero, one] = [at('0', { hand: 6 }), at('1')];
  assert.deepEqual([zero, one].map((client) => client.getState().G.hands.map((hand) => hand.length ?? hand)), [[6, 6], [6, 6]]);
  const refused = at('0', { hands: 3 }, 'refused');
  await until(() => refused.connection.status === 'refused');
  assert.equal(refused.connection.reason.message, 'setupData: unknown field `hands`, expected `hand`');
});

test('describeLog uses the names in the log', (t) => {
  const client = open(t);
  client.moves.lay(0);
  client.events.endTurn();
  assert.deepEqual(describeLog(client.log, { game: client.game }).map(({ kind, name, cause }) => [kind, name, cause]), [
    ['move', 'lay', null], ['event', 'endTurn', null],
  ]);
});

test('the state of the random numbers is not shown', (t) => {
  const client = open(t);
  assert.deepEqual(client.getState().plugins.random, { data: undefined });
  assert.deepEqual(Object.keys(client.getState().plugins), ['random', 'log', 'events']);
});
