// Strandline of examples/games plays the same on boardgame.io, with the import of `rondel/core` replaced: also its simultaneous choices,
// and the stages of players who react.
import assert from 'node:assert/strict';
import test from 'node:test';
import { atRandom, bothOf, playBoth } from './both-engines.mjs';

const games = await bothOf('strandline');

for (const numPlayers of [2, 3, 4, 5]) {
  test(`random matches of ${numPlayers}`, () => {
    let reactions = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const choose = atRandom(games, seed * 1000 + numPlayers);
      const next = (shown) => {
        if (Object.values(shown.activePlayers ?? {}).some((stage) => stage !== 'pick')) reactions += 1;
        return choose(shown);
      };
      const { G, turn, gameover } = playBoth(games, next, { numPlayers, seed: `match ${seed}` });
      assert.equal(G.results.length, 3);
      assert.equal(turn, 18);
      assert.ok(gameover.winners.length > 0);
    }
    assert.ok(reactions > 0);
  });
}
