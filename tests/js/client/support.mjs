// Helpers of the tests of the Client.
import assert from 'node:assert/strict';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';

/** A game that counts, created for each test because boardgame.io writes into the games that it receives. */
export function counter() {
  return {
    setup: () => ({ n: 0 }),
    moves: {
      add: ({ G }, by) => { G.n += by; },
      refuse: ({ G }) => {
        G.n = -1;
        return INVALID_MOVE;
      },
    },
  };
}

/** Runs a story on boardgame.io and on Rondel, and expects the same outcome of both. */
export function both(story, expected) {
  assert.deepEqual(story(bgio.Client), expected, 'boardgame.io');
  assert.deepEqual(story(Client), expected, 'Rondel');
}
