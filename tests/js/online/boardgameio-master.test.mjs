// Rondel's clients at boardgame.io's master, which reports no refusal.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { silence } from '../support/console.mjs';
import { makeDice } from '../support/dice.mjs';
import { counters, purse } from './games.mjs';
import { GAMES } from './random-games.mjs';
import { server, visitors } from './server.mjs';
import { history } from './support.mjs';

test("at boardgame.io's master, quick moves are sent one after the other, and all of them count", async (t) => {
  silence(t);
  const match = server(t, counters(), visitors);
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p0.client.moves.add(), p0.client.moves.add()];
  assert.equal(p0.client.getState().G.counts[0], 3, 'and show at once');
  await match.run();
  assert.deepEqual(handles.map(({ status }) => status), ['confirmed', 'confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 0 });
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2, 3], 'none was taken back meanwhile');
});

test("at boardgame.io's master, a simultaneous move that it dropped is sent again", async (t) => {
  silence(t);
  const match = server(t, counters(), visitors);
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run(10_000);
  assert.deepEqual(await Promise.all(handles.map(({ confirmed }) => confirmed)), [{ status: 'confirmed' }, { status: 'confirmed' }]);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

test("at boardgame.io's master, a silently refused move is rolled back, and the next one counts", async (t) => {
  silence(t);
  const match = server(t, purse(() => INVALID_MOVE), visitors);
  const [p0] = await match.seated('0', '1');
  const [refused, onTop] = [p0.client.moves.take(6), p0.client.moves.take(1)];
  assert.equal(p0.client.getState().G.taken, 7);
  await match.run(10_000);
  for (const handle of [refused, onTop]) {
    assert.equal((await handle.confirmed).error.message, 'the server ignored the action');
  }
  assert.equal(p0.client.getState().G.taken, 0);
  const next = p0.client.moves.take(5);
  await match.run();
  assert.deepEqual([next.status, p0.client.getState().G.taken, match.storage.fetch('default').state.G.taken], ['confirmed', 5, 5]);
});

test("random matches of Rondel's clients at boardgame.io's master end with its state, and every handle is confirmed or rejected", async (t) => {
  silence(t);
  const names = Object.keys(GAMES).filter((name) => !/hands/.test(name));
  for (let number = 0; number < 60; number += 1) {
    const dice = makeDice(number);
    const { game, commands } = GAMES[dice.one(names)](dice);
    const numPlayers = dice.from(2, 4);
    const match = server(t, { ...game, seed: `match ${number}` }, visitors, { numPlayers });
    const seats = await match.seated(...Array.from({ length: numPlayers }, (_, i) => String(i)), null);
    for (const { net } of seats) Object.assign(net, { latency: dice.from(0, 150), jitter: dice.below(200) });
    const handles = [];
    for (let i = 0; i < 30; i += 1) {
      const { client } = dice.one(seats.slice(0, numPlayers));
      const [kind, name, ...args] = dice.one(commands)(dice, `t${i}`);
      handles.push(name === undefined ? client[kind]() : client[kind][name](...args));
      await match.run(dice.below(300));
    }
    // Only silence shows that a move was dropped, one move after the other.
    await match.run(600_000);
    const { state } = match.storage.fetch('default');
    for (const { client } of seats) {
      const { G, ctx, _stateID, pending } = client.getState();
      assert.deepEqual({ G, ctx, _stateID, pending }, { ...part(state), pending: 0 }, `match ${number}, player ${client.playerID}`);
    }
    for (const handle of handles) assert.ok(['confirmed', 'rejected'].includes(handle?.status ?? 'confirmed'), `match ${number}`);
  }
});

const part = ({ G, ctx, _stateID }) => ({ G, ctx, _stateID });
