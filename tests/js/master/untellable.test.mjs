// What JSON has no text for beside G: a master refuses it before it stores anything, in production, too, and the match goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { inProduction } from '../support/environment.mjs';
import { begun, move, room } from './support.mjs';

const cyclic = () => {
  const object = {};
  object.self = object;
  return object;
};

/** @param {(context: any) => void} bad */
const game = (bad, more) => ({
  setup: () => ({ n: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { go: ({ G }) => { G.n += 1; }, bad: (context) => { context.G.n += 10; bad(context); } },
  ...more,
});

const UNTELLABLE = [
  ['an outcome', game(({ events }) => events.endGame({ score: 10n }))],
  ['what endIf answers', game(() => {}, { endIf: ({ G }) => G.n > 9 && cyclic() })],
  ['metadata', game(({ log }) => log.setMetadata({ id: 10n }))],
  ['the argument of an event', game(({ events }) => events.endTurn({ next: '1', why: 1n }))],
];

for (const [what, definition] of UNTELLABLE) {
  test(`${what} that JSON has no text for is refused in production, and the match goes on`, async (t) => {
    inProduction(t);
    const { master, state, errors, heard } = await begun(definition);
    const before = state();
    assert.deepEqual(await master.onUpdate(move('bad', '0'), 0, 'm', '0'), { error: 'action/invalid_move' });
    assert.equal(state(), before);
    assert.deepEqual(errors.map(({ code }) => code), ['game/unserializable']);
    assert.equal(await master.onUpdate(move('go', '1'), 0, 'm', '1'), undefined);
    assert.deepEqual([state().G, heard['1'].length > 0], [{ n: 1 }, true]);
  });
}

test('a match that JSON has no text for does not begin: whoever asks is told so', async (t) => {
  inProduction(t);
  const { master, state, errors } = room(game(() => {}, { plugins: [{ name: 'pl', setup: () => ({ b: 1n }) }] }));
  assert.deepEqual(await master.onSync('m', '0', undefined, 2), { error: 'the match could not begin' });
  assert.equal(state(), undefined);
  assert.deepEqual(errors.map(({ code }) => code), ['game/unserializable']);
});

test('in production the author of such a move is told, and others play on', (t) => {
  inProduction(t);
  const multiplayer = Local();
  const definition = UNTELLABLE[0][1];
  const [a, b] = ['0', '1'].map((playerID) => Client({ game: definition, playerID, multiplayer }));
  t.after(() => [a, b].forEach((client) => client.dispose()));
  for (const client of [a, b]) client.start();
  assert.equal(a.moves.bad().status, 'rejected');
  assert.equal(b.moves.go().status, 'confirmed');
  assert.deepEqual([a.getState().G, b.getState().G], [{ n: 1 }, { n: 1 }]);
});
