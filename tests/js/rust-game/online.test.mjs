// A game in Rust with `Client` and `Master`: two players and a spectator, see tests/rust-game.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { duel } from '../../rust-game/duel.mjs';
import { table } from '../online/support.mjs';
import { look, playOut } from './support.mjs';

const seat = (t, options = {}, game = duel({ seed: 'duel' })) => table(t, game, { predict: 'flow', ...options });

test('two players and a spectator see the same end, and nobody receives another player\'s hand', async (t) => {
  for (const deltaState of [false, true]) {
    const { seated, run } = seat(t, {}, duel({ seed: 'duel', deltaState }));
    const seats = await seated('0', '1', null);
    const [zero, one, spectator] = seats.map(({ client }) => client);
    zero.moves.draw();
    await run();
    await playOut([zero, one], run);
    const states = seats.map(({ client }) => client.getState());
    assert.ok(states[0].ctx.gameover);
    assert.deepEqual(states[1].ctx, states[0].ctx);
    assert.deepEqual(states[2].ctx, states[0].ctx);
    assert.deepEqual(spectator.getState().G, { ...states[0].G, hands: [1, 0] });
    seats.forEach(({ heard }, i) => {
      const { shown, leaks } = look(heard, i < 2 ? i : undefined);
      assert.deepEqual(leaks, []);
      assert.ok(shown > 0);
    });
  }
});

test('a move and the turn after it show at once, and do not change with the master\'s answer', async (t) => {
  const { seated, run } = seat(t);
  const [{ client: zero, shown }, { client: one }] = await seated('0', '1', null);
  const [card] = zero.getState().G.hands[0];
  const before = shown.length;
  const move = zero.moves.lay(0);
  const event = zero.events.endTurn();
  const ahead = zero.getState();
  assert.deepEqual([move.status, event.status, ahead.pending], ['predicted', 'predicted', 2]);
  assert.deepEqual(ahead.G.round, [{ seat: 0, card }]);
  assert.equal(ahead.G.hands[0].length, 2);
  assert.equal(ahead.ctx.currentPlayer, '1');
  assert.equal(one.getState().ctx.currentPlayer, '0');
  await run();
  assert.deepEqual([move.status, event.status, zero.getState().pending], ['confirmed', 'confirmed', 0]);
  assert.deepEqual(zero.getState().G, ahead.G);
  const seen = shown.slice(before).map(({ G, ctx }) => [G.hands[0].length, ctx.currentPlayer]);
  // Each state was shown once, and none was taken back.
  assert.deepEqual(seen, [[2, '0'], [2, '1']]);
  assert.deepEqual(one.getState().G.round, [{ seat: 0, card }]);
  assert.equal(one.getState().G.hands[0], 2);
});

test('only the master knows a drawn card', async (t) => {
  const { seated, run } = seat(t);
  const [{ client: zero }, { client: one }] = await seated('0', '1');
  const draw = zero.moves.draw();
  assert.equal(draw.status, 'sent');
  assert.equal(zero.getState().G.hands[0].length, 3);
  await run();
  assert.equal(draw.status, 'confirmed');
  assert.equal(zero.getState().G.hands[0].length, 4);
  assert.deepEqual([one.getState().G.hands[0], one.getState().G.deck], [4, 5]);
});

test('an undone card is taken back for everybody', async (t) => {
  const { seated, run } = seat(t);
  const [{ client: zero }, { client: one }] = await seated('0', '1');
  const begun = zero.getState().G;
  zero.moves.lay(2);
  await run();
  assert.equal(zero.getState().canUndo, true);
  zero.undo();
  await run();
  assert.deepEqual(zero.getState().G, begun);
  assert.deepEqual([one.getState().G.round, one.getState().G.hands[0]], [[], 3]);
});

test('the master, which sees all hands, refuses a move with the reason', async (t) => {
  for (const predict of ['flow', 'none']) {
    const { seated, run } = seat(t, { predict });
    const [{ client: zero }, { client: one }] = await seated('0', '1');
    const moves = [zero.moves.lay(9), one.moves.lay(0)];
    assert.equal(moves[0].status, 'sent');
    await run();
    assert.deepEqual(moves.map(({ status }) => status), ['rejected', 'rejected']);
    assert.deepEqual([moves[0].error.type, moves[0].error.payload], ['action/invalid_move', 'no such card']);
    assert.equal(moves[1].error.type, 'action/inactive_player');
    assert.deepEqual(zero.getState().G.round, []);
    assert.equal(zero.getState().pending, 0);
  }
});

test('clients without a network play through a master in the page', async (t) => {
  const game = duel({ seed: 'duel' });
  const multiplayer = Local();
  const players = ['0', '1'].map((playerID) => Client({ game, multiplayer, playerID, quiet: true, matchID: 'page' }));
  for (const client of players) {
    t.after(() => client.dispose());
    client.start();
  }
  assert.deepEqual(Object.keys(await playOut(players)), ['winner']);
  assert.deepEqual(players[1].getState().ctx, players[0].getState().ctx);
});

test('checkDeterminism and checkSecrecy play the game, and report a view that shows too much', async () => {
  const game = duel({ seed: 'duel' });
  await checkDeterminism(game);
  const secrets = (G, ctx, playerID) => G.hands.filter((_, owner) => String(owner) !== playerID);
  await checkSecrecy(game, { secrets });
  Object.assign(game[Symbol.for('rondel.rules')], { view: ({ G }) => G, variant: () => game });
  await assert.rejects(async () => checkSecrecy(game, { secrets }), { code: 'testing/leak' });
});
