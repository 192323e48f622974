// The cases in which boardgame.io 0.50.2 fails, on boardgame.io itself and on Rondel. A failure of the first half shows that boardgame.io
// does not behave as the documents say.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioMultiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { silence } from '../support/console.mjs';
import { counters, marks, purse } from './games.mjs';
import { boardgameIO, rondel, server } from './server.mjs';
import { history } from './support.mjs';

/** Plays a story on both, each with its own master and client. */
async function compare(t, story, { boardgameIO: wrong, rondel: right }) {
  silence(t);
  assert.deepEqual(await story(boardgameIO), wrong, 'boardgame.io');
  assert.deepEqual(await story(rondel), right, 'Rondel');
}

test('a move that the master alone refuses: boardgame.io stays wrong until a reload', (t) => compare(t, async (engine) => {
  const match = server(t, purse(() => INVALID_MOVE), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.take(6);
  await match.run();
  for (let i = 0; i < 3; i += 1) {
    p0.client.moves.take(1);
    await match.run();
  }
  return [p0, p1].map(({ client }) => client.getState().G.taken);
}, { boardgameIO: [9, 0], rondel: [3, 3] }));

test("... and the same on boardgame.io's own Local", (t) => {
  silence(t);
  const play = (engine, local) => {
    const game = purse(() => INVALID_MOVE);
    const multiplayer = local();
    const [p0, p1] = ['0', '1'].map((playerID) => engine({ game, playerID, debug: false, quiet: true, multiplayer }));
    p0.start();
    p1.start();
    p0.moves.take(6);
    for (let i = 0; i < 3; i += 1) p0.moves.take(1);
    const taken = [p0, p1].map((client) => client.getState().G.taken);
    p0.stop();
    p1.stop();
    return taken;
  };
  assert.deepEqual(play(boardgameIO.Client, bgioMultiplayer.Local), [9, 0]);
  assert.deepEqual(play(Client, Local), [3, 3]);
});

test("a second quick move past the end of the turn: boardgame.io keeps showing it while the other player moves", (t) => (
  compare(t, async (engine) => {
    const match = server(t, marks(), engine);
    const [p0, p1] = await match.seated('0', '1');
    p0.client.moves.mark();
    p0.client.moves.mark();
    await match.run();
    return [p0, p1].map(({ client }) => [client.getState().G.marks.join(''), client.getState().ctx.currentPlayer]);
  }, { boardgameIO: [['00', '0'], ['0', '1']], rondel: [['0', '1'], ['0', '1']] })
));

test('two active players move at once: boardgame.io loses one move in silence', (t) => compare(t, async (engine) => {
  const match = server(t, counters(), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().G.counts);
}, { boardgameIO: [{ 0: 1, 1: 0 }, { 0: 1, 1: 0 }], rondel: [{ 0: 1, 1: 1 }, { 0: 1, 1: 1 }] }));

test('one of two active players has two moves in flight: boardgame.io loses one and takes one back, even with ignoreStaleStateID', (t) => (
  compare(t, async (engine) => {
    const add = { move: ({ G, playerID }) => { G.counts[playerID] += 1; }, ignoreStaleStateID: true };
    const match = server(t, counters({ moves: { add } }), engine);
    const [p0, p1] = await match.seated('0', '1');
    p0.client.moves.add();
    p1.client.moves.add();
    await match.run(10);
    p0.client.moves.add();
    await match.run();
    return [history(p0, ({ G }) => G.counts[0]), p1.client.getState().G.counts];
  }, { boardgameIO: [[0, 1, 2, 1, 2], { 0: 2, 1: 1 }], rondel: [[0, 1, 2], { 0: 2, 1: 1 }] })
));

test("deltaState: boardgame.io's acting client never learns that its turn has ended", (t) => compare(t, async (engine) => {
  const match = server(t, marks({ deltaState: true }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.mark();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().ctx.currentPlayer);
}, { boardgameIO: ['0', '1'], rondel: ['1', '1'] }));

test('a lost move: boardgame.io shows it forever, and refuses all that follow', (t) => compare(t, async (engine) => {
  const match = server(t, counters({ turn: {} }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.net.loss = 1;
  p0.client.moves.add();
  p0.net.loss = 0;
  await match.run(10_000);
  p0.client.moves.add();
  await match.run(10_000);
  return [p0, p1].map(({ client }) => client.getState().G.counts[0]);
}, { boardgameIO: [2, 0], rondel: [2, 2] }));

test('a move that arrives twice: with ignoreStaleStateID, boardgame.io makes it twice', (t) => compare(t, async (engine) => {
  const add = { move: ({ G, playerID }) => { G.counts[playerID] += 1; }, ignoreStaleStateID: true };
  const match = server(t, counters({ moves: { add } }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.net.duplicate = 1;
  p0.client.moves.add();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().G.counts[0]);
}, { boardgameIO: [2, 2], rondel: [1, 1] }));

test('sync: boardgame.io sends everybody the initial state with the deck and the seed', (t) => compare(t, async (engine) => {
  const match = server(t, {
    seed: 'the seed',
    setup: () => ({ deck: ['the ace'], n: 0 }),
    playerView: ({ G: { deck: _, ...G } }) => G,
    moves: { add: ({ G }) => { G.n += 1; } },
  }, engine);
  const [spectator] = await match.seated(null);
  const text = JSON.stringify(spectator.heard);
  return ['the ace', 'the seed'].map((secret) => text.includes(secret));
}, { boardgameIO: [true, true], rondel: [false, false] }));
