// A player called `__proto__`, which is a special key of JavaScript objects.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';

/** All forms of the argument that can name a player. */
const FORMS = {
  'a list': ['__proto__'],
  'a map': { value: JSON.parse('{"__proto__":"aside"}') },
  'a map with limits': { value: JSON.parse('{"__proto__":{"stage":"aside","maxMoves":1}}') },
};

const CALLS = {
  'an event': (client, form) => client.events.setActivePlayers(FORMS[form]),
  'a move': (client, form) => client.moves.call(form),
};

const game = (more) => ({
  setup: () => ({ by: [] }),
  moves: {
    mark: ({ G, playerID }) => { G.by.push(playerID); },
    call: ({ events }, form) => { events.setActivePlayers(FORMS[form]); },
  },
  ...more,
});

for (const form of Object.keys(FORMS)) {
  for (const [how, call] of Object.entries(CALLS)) {
    test(`${how} that activates __proto__ by ${form} is refused`, () => {
      const client = Client({ game: game(), debug: false, quiet: true });
      const handle = call(client, form);
      assert.equal(handle.error.message, 'setActivePlayers: no player is called "__proto__"');
      assert.equal(client.getState().ctx.activePlayers, null);
      client.updatePlayerID('__proto__');
      assert.equal(client.moves.mark().error.type, 'action/inactive_player');
    });

    test(`under compat, ${how} that activates __proto__ by ${form} has no effect, as in boardgame.io`, () => quietly(() => {
      const story = (make, more) => {
        const client = make({ game: game(more), debug: false, quiet: true });
        call(client, form);
        const { activePlayers } = client.getState().ctx;
        client.updatePlayerID('__proto__');
        client.moves.mark();
        return { activePlayers, by: client.getState().G.by };
      };
      const nothing = { activePlayers: null, by: [] };
      assert.deepEqual(story(bgio.Client), nothing, 'boardgame.io');
      assert.deepEqual(story(Client, { compat: '0.50' }), nothing, 'Rondel');
    }));
  }

  for (const compat of [undefined, '0.50']) {
    test(`on a master, a move that activates __proto__ by ${form} ${compat ? 'has no effect under compat' : 'is refused'}`, () => {
      const multiplayer = Local();
      const shared = game({ compat });
      const [p0, p1, stranger] = ['0', '1', '__proto__'].map((playerID) => Client({ game: shared, playerID, multiplayer, debug: false, quiet: true }));
      for (const client of [p0, p1, stranger]) client.start();
      p0.moves.call(form);
      const { lastError } = p0.getState();
      assert.equal(lastError?.message, compat ? undefined : 'setActivePlayers: no player is called "__proto__"');
      stranger.moves.mark();
      p0.moves.mark();
      for (const client of [p0, p1, stranger]) {
        assert.equal(client.getState().ctx.activePlayers, null);
        assert.deepEqual(client.getState().G.by, ['0']);
        client.dispose();
      }
    });
  }
}
