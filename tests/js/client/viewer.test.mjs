// The viewer argument of `playerView`: the same in the page and online.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';

const seen = [];
const game = {
  setup: () => ({ hands: { 0: ['ace'], 1: ['king'] } }),
  playerView: ({ G, playerID }) => {
    seen.push(playerID);
    return { hands: Object.fromEntries(Object.entries(G.hands).filter(([id]) => id === playerID)) };
  },
  plugins: [{ name: 'pl', setup: () => ({}), playerView: ({ playerID }) => ({ playerID }) }],
};

for (const [given, playerID] of [[0, '0'], ['1', '1'], [undefined, null], [null, null]]) {
  test(`a page with the player ${JSON.stringify(given)} sees the view of ${JSON.stringify(playerID)}`, (t) => {
    for (const multiplayer of [undefined, Local()]) {
      const client = Client({ game, playerID: given, multiplayer, debug: false, quiet: true });
      t.after(() => client.dispose());
      client.start();
      seen.length = 0;
      const { G, plugins } = client.getState();
      assert.deepEqual([G.hands, plugins.pl.data], [playerID === null ? {} : { [playerID]: playerID === '0' ? ['ace'] : ['king'] }, { playerID }]);
      client.updatePlayerID(1);
      assert.deepEqual(client.getState().G.hands, { 1: ['king'] });
      assert.ok(seen.every((id) => id === playerID || id === '1'), String(seen));
    }
  });
}

test('under compat playerView gets the page\'s value, as in boardgame.io', () => {
  for (const playerID of [0, undefined]) {
    seen.length = 0;
    Client({ game: { ...game, compat: '0.50' }, playerID, debug: false, quiet: true }).getState();
    assert.ok(seen.length > 0 && seen.every((id) => id === playerID), String(seen));
  }
});

test('in development the result of playerView is read-only, in the page as online; under compat it belongs to the game', () => {
  const game = {
    setup: () => ({ deck: [1, 2] }),
    moves: { draw: ({ G }) => { G.deck.pop(); } },
    playerView: ({ G }) => ({ left: G.deck.length, top: { of: [G.deck.length] } }),
  };
  const isFrozen = (client) => {
    const { G } = client.getState();
    return [G, G.top, G.top.of].map((part) => Object.isFrozen(part));
  };
  for (const options of [{}, { playerID: '0', multiplayer: Local({ fresh: true }) }]) {
    const client = Client({ game, debug: false, quiet: true, ...options });
    client.start();
    assert.deepEqual(isFrozen(client), [true, true, true]);
    client.moves.draw();
    assert.deepEqual(isFrozen(client), [true, true, true]);
    assert.throws(() => { client.getState().G.left = 9; }, TypeError);
    client.stop();
  }
  assert.deepEqual(isFrozen(Client({ game: { ...game, compat: '0.50' }, debug: false, quiet: true })), [false, false, false]);
});

test('a previewed state still belongs to the page', () => {
  const client = Client({ game: { setup: () => ({ n: 0 }), playerView: ({ G }) => G }, debug: false, quiet: true });
  const other = { ...client.getState(), G: { n: 3, list: [1] } };
  client.previewState(other);
  assert.equal(client.getState().G.n, 3);
  assert.deepEqual([Object.isFrozen(other.G), Object.isFrozen(other.G.list)], [false, false]);
});
