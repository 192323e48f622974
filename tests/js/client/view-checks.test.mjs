// In development a playerView that returns nothing, or what JSON cannot say, is named.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { capture } from '../support/console.mjs';
import { inProduction } from '../support/environment.mjs';
import { begun, move } from '../master/support.mjs';

const game = (playerView, more) => ({ setup: () => ({ n: 0, hands: { 0: [1] } }), moves: { go: ({ G }) => { G.n += 1; } }, playerView, ...more });
const MISTAKES = [
  ['forgets its return', () => {}, { code: 'game/returned', message: 'playerView returned nothing: it returns what a player sees of G' }],
  ['returns a promise', async ({ G }) => G, { code: 'game/returned', message: /^playerView returned a promise/ }],
  ['returns a Map', ({ G }) => ({ ...G, hands: new Map() }), { code: 'game/unserializable', message: 'playerView: G.hands: a Map cannot be serialised; a view of G holds only what JSON can say' }],
  ['returns NaN', ({ G }) => ({ ...G, n: NaN }), { code: 'game/unserializable', message: /^playerView: G\.n: NaN/ }],
];

for (const [what, playerView, error] of MISTAKES) {
  test(`a playerView that ${what} is an error in one page, and reported by a master`, async () => {
    assert.throws(() => Client({ game: game(playerView), debug: false }).getState(), error);
    const { master, errors } = await begun(game(({ G, playerID }) => (G.n > 0 && playerID === '1' ? playerView({ G }) : G)));
    await master.onUpdate(move('go', '0'), 0, 'm', '0');
    assert.deepEqual(errors.map(({ code }) => code), [error.code]);
  });

  test(`under compat a playerView that ${what} is named once, and plays on`, () => {
    const { printed } = capture(() => {
      const client = Client({ game: game(playerView, { compat: '0.50' }), debug: true });
      client.moves.go();
      client.getState();
    });
    assert.equal(printed.filter((line) => line.includes('playerView')).length, what === 'returns NaN' ? 0 : 1);
  });
}

test('what JSON can say is accepted, with members that are undefined; production looks at nothing', (t) => {
  const client = Client({ game: game(({ G }) => ({ ...G, hands: undefined })), debug: false });
  assert.deepEqual(client.getState().G, { n: 0, hands: undefined });
  inProduction(t);
  assert.equal(Client({ game: game(() => {}), debug: false }).getState().G, undefined);
});
