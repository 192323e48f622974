// boardgame.io's clients at Rondel's master, alone and together with Rondel's.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { silence } from '../support/console.mjs';
import { makeDice } from '../support/dice.mjs';
import { counters, marks, purse } from './games.mjs';
import { GAMES } from './random-games.mjs';
import { boardgameIO, guests, rondel, server } from './server.mjs';

test("boardgame.io's clients play a match at Rondel's master, to its end", async (t) => {
  silence(t);
  const match = server(t, marks({ endIf: ({ G }) => (G.marks.length === 4 ? { winner: '1' } : undefined) }), guests);
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  for (const seat of [p0, p1, p0, p1]) {
    seat.client.moves.mark();
    assert.equal(seat.client.getState().G.marks.at(-1), seat.client.playerID);
    await match.run();
  }
  const { G } = match.storage.fetch('default').state;
  for (const { client } of [p0, p1, spectator]) {
    const state = client.getState();
    assert.deepEqual(state.G, G);
    assert.deepEqual(state.ctx.gameover, { winner: '1' });
    assert.equal(state._stateID, 4);
    assert.deepEqual(client.log.map(({ action }) => [action.type, action.payload.type]).slice(0, 3), [
      ['MAKE_MOVE', 'mark'], ['GAME_EVENT', 'endTurn'], ['MAKE_MOVE', 'mark'],
    ]);
  }
  assert.deepEqual(match.answers.filter(Boolean), []);
});

test("boardgame.io's client recovers from a refused move, and its next move counts", async (t) => {
  silence(t);
  const match = server(t, purse(() => INVALID_MOVE), guests);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.take(6);
  assert.equal(p0.client.getState().G.taken, 6);
  await match.run();
  assert.equal(p0.client.getState().G.taken, 0);
  p0.client.moves.take(5);
  await match.run();
  for (const { client } of [p0, p1]) assert.equal(client.getState().G.taken, 5);
  assert.deepEqual(match.answers.filter(Boolean), [{ error: 'action/invalid_move' }]);
});

test("boardgame.io's clients end in the master's state after a move past the end of the turn, and after two moves at once", async (t) => {
  silence(t);
  const turns = server(t, marks(), guests);
  const [a, b] = await turns.seated('0', '1');
  a.client.moves.mark();
  a.client.moves.mark();
  await turns.run();
  for (const { client } of [a, b]) {
    assert.deepEqual(client.getState().G.marks, ['0']);
    assert.equal(client.getState().ctx.currentPlayer, '1');
  }
  const match = server(t, counters(), guests);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

test("with deltaState boardgame.io's clients learn that their own turn has ended", async (t) => {
  silence(t);
  const match = server(t, marks({ deltaState: true }), guests);
  const [p0, p1] = await match.seated('0', '1');
  for (const seat of [p0, p1, p0]) {
    seat.client.moves.mark();
    await match.run();
  }
  for (const seat of [p0, p1]) {
    assert.deepEqual(seat.client.getState().G.marks, ['0', '1', '0']);
    assert.equal(seat.client.getState().ctx.currentPlayer, '1');
    assert.ok(seat.heard.some(({ type }) => type === 'patch'));
    assert.equal(seat.client.log.length, 6);
  }
});

test("boardgame.io's clients undo, redo, end turns, chat and see who is connected", async (t) => {
  silence(t);
  const match = server(t, marks({ turn: {} }), guests);
  const [p0, p1] = await match.seated('0', '1');
  const marked = () => [p0, p1].map(({ client }) => client.getState().G.marks.length);
  p0.client.moves.mark();
  await match.run();
  p0.client.undo();
  await match.run();
  assert.deepEqual(marked(), [0, 0]);
  p0.client.redo();
  await match.run();
  assert.deepEqual(marked(), [1, 1]);
  p0.client.events.endTurn();
  await match.run();
  p1.client.moves.mark();
  await match.run();
  assert.deepEqual(marked(), [2, 2]);
  p0.client.sendChatMessage('hello');
  await match.run();
  assert.deepEqual(p1.client.chatMessages.map(({ sender, payload }) => [sender, payload]), [['0', 'hello']]);
  assert.deepEqual(p0.client.matchData.map(({ isConnected }) => isConnected), [true, true]);
});

test("random matches of boardgame.io's clients, over slow lines, end with the master's state", async (t) => {
  silence(t);
  const names = Object.keys(GAMES).filter((name) => !/hands/.test(name));
  for (let number = 0; number < 100; number += 1) {
    const dice = makeDice(number);
    const { game, commands } = GAMES[dice.one(names)](dice);
    const numPlayers = dice.from(2, 4);
    const match = server(t, { ...game, seed: `match ${number}`, deltaState: dice.happens(30) }, guests, { numPlayers });
    const seats = await match.seated(...Array.from({ length: numPlayers }, (_, i) => String(i)), null);
    for (const { net } of seats) Object.assign(net, { latency: dice.from(0, 150), jitter: dice.below(200) });
    for (let i = 0; i < 40; i += 1) {
      const { client } = dice.one(seats.slice(0, numPlayers));
      const [kind, name, ...args] = dice.one(commands)(dice, `t${i}`);
      if (name === undefined) client[kind]();
      else client[kind][name](...args);
      await match.run(dice.below(100));
    }
    await match.run(5_000);
    const { state } = match.storage.fetch('default');
    assert.ok(state._stateID > 0);
    for (const { client } of seats) {
      const shown = client.store.getState();
      for (const part of ['G', 'ctx', '_stateID']) {
        assert.deepEqual(shown[part], state[part], `match ${number}, player ${client.playerID}: ${part}`);
      }
    }
  }
});

test("boardgame.io's and Rondel's clients play one match", async (t) => {
  silence(t);
  const match = server(t, marks(), rondel);
  const p0 = match.sit('0');
  // The same transport, with boardgame.io's client.
  const p1 = match.sit('1', { client: boardgameIO.Client });
  await match.run();
  for (const seat of [p0, p1, p0, p1]) {
    seat.client.moves.mark();
    seat.client.moves.mark();
    await match.run();
  }
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['0', '1', '0', '1']);
    assert.equal(client.getState().ctx.turn, 5);
    assert.equal(client.log.length, 8);
  }
});
