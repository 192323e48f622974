// Values other than G that JSON cannot represent: a master refuses them before it stores anything, also in production, and the match goes
// on.
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

const UNSERIALIZABLE = [
  ['an outcome', game(({ events }) => events.endGame({ score: 10n }))],
  ['a result of endIf', game(() => {}, { endIf: ({ G }) => G.n > 9 && cyclic() })],
  ['metadata', game(({ log }) => log.setMetadata({ id: 10n }))],
  ['the argument of an event', game(({ events }) => events.endTurn({ next: '1', why: 1n }))],
];

for (const [what, definition] of UNSERIALIZABLE) {
  test(`${what} that JSON cannot represent is refused in production, and the match goes on`, async (t) => {
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

test('a match that JSON cannot represent does not begin, and its clients get the reason', async (t) => {
  inProduction(t);
  const { master, state, errors } = room(game(() => {}, { plugins: [{ name: 'pl', setup: () => ({ b: 1n }) }] }));
  assert.deepEqual(await master.onSync('m', '0', undefined, 2), { error: 'the match could not begin' });
  assert.equal(state(), undefined);
  assert.deepEqual(errors.map(({ code }) => code), ['game/unserializable']);
});

test('in production the author of such a move gets the reason, and others play on', (t) => {
  inProduction(t);
  const multiplayer = Local();
  const definition = UNSERIALIZABLE[0][1];
  const [a, b] = ['0', '1'].map((playerID) => Client({ game: definition, playerID, multiplayer }));
  t.after(() => [a, b].forEach((client) => client.dispose()));
  for (const client of [a, b]) client.start();
  assert.equal(a.moves.bad().status, 'rejected');
  assert.equal(b.moves.go().status, 'confirmed');
  assert.deepEqual([a.getState().G, b.getState().G], [{ n: 1 }, { n: 1 }]);
});
