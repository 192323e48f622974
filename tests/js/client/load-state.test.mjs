// loadState and previewState: a stored state is gone on from, another one is looked at.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { quietly } from './support.mjs';

const game = () => ({
  seed: 'stored',
  setup: () => ({ n: 0, rolled: [] }),
  moves: { add: ({ G }, by) => { G.n += by; }, roll: ({ G, random }) => { G.rolled.push(random.D6()); } },
  turn: { minMoves: 1, maxMoves: 3 },
});

const stored = (client) => JSON.parse(JSON.stringify(client.getState()));

test('a match goes on where it was stored: numbers drawn, moves counted, undo kept', () => {
  const [one, two, through] = [game(), game(), game()].map((each) => Client({ game: each, debug: false }));
  for (const client of [one, through]) {
    client.moves.add(2);
    client.moves.roll();
  }
  two.moves.add(99);
  assert.equal(two.loadState(stored(one)).status, 'confirmed');
  assert.deepEqual(two.getState().ctx, one.getState().ctx);
  assert.deepEqual(two.log, [], 'the log begins anew');
  for (const client of [two, through]) client.moves.roll();
  assert.deepEqual(two.getState().G, through.getState().G);
  assert.deepEqual(two.getState().ctx, through.getState().ctx);
  assert.equal(two.getState()._stateID, 3);
});

test('a state that boardgame.io stored goes on, undo included', () => {
  const his = quietly(() => {
    const client = bgio.Client({ game: game(), debug: false });
    client.moves.add(5);
    client.moves.add(1);
    return stored(client);
  });
  const client = Client({ game: game(), debug: false });
  client.loadState(his);
  assert.equal(client.undo().status, 'confirmed');
  assert.equal(client.getState().G.n, 5);
  client.redo();
  assert.equal(client.getState().G.n, 6);
});

test('a preview is shown to everybody, while play goes on behind it', () => {
  const client = Client({ game: game(), debug: false });
  client.moves.add(1);
  const early = client.getState();
  client.moves.add(1);
  const seen = [];
  client.subscribe((state) => seen.push(state.G.n));
  client.previewState(early);
  assert.equal(client.getState().G.n, 1);
  client.moves.add(40);
  assert.equal(client.getState().G.n, 1);
  client.previewState(null);
  assert.equal(client.getState().G.n, 42);
  assert.deepEqual(seen, [2, 1, 1, 42]);
});

test('a preview goes through playerView, for the seat that looks', () => {
  const client = Client({ game: { ...game(), playerView: ({ G, playerID }) => ({ ...G, for: playerID }) }, playerID: '1', debug: false });
  client.previewState({ ...stored(client), G: { n: 7 } });
  assert.deepEqual(client.getState().G, { n: 7, for: '1' });
  assert.equal(client.getState().isActive, false);
});

test('a move cannot load a state', () => {
  let client;
  const again = { ...game(), moves: { cheat: ({ G }) => { G.n = client.loadState(stored(client)).status; } } };
  client = Client({ game: again, debug: false });
  client.moves.cheat();
  assert.equal(client.getState().G.n, 'rejected');
});
