// Who looks on, as `playerView` gets it: the same in the page and online.
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
  test(`a page that gives ${JSON.stringify(given)} as its player sees what ${JSON.stringify(playerID)} may see`, (t) => {
    for (const multiplayer of [undefined, Local()]) {
      const client = Client({ game, playerID: given, multiplayer, debug: false });
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

test('under compat playerView gets what the page gave, as in boardgame.io', () => {
  for (const playerID of [0, undefined]) {
    seen.length = 0;
    Client({ game: { ...game, compat: '0.50' }, playerID, debug: false }).getState();
    assert.ok(seen.length > 0 && seen.every((id) => id === playerID), String(seen));
  }
});
