// `events: false` closes all events to players; moves and hooks may still call them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';

const game = { events: false, setup: () => ({}), moves: { stop: ({ events }) => { events.endGame({ winner: '0' }); }, pass: ({ events }) => { events.endTurn(); } } };

for (const [where, options] of [['in one page', {}], ['online', { playerID: '0', multiplayer: Local({ fresh: true }) }]]) {
  test(`with events: false moves have events and players have none, ${where}`, () => {
    const client = Client({ game, quiet: true, ...options });
    client.start();
    assert.deepEqual(Object.keys(client.events), []);
    client.moves.pass();
    assert.equal(client.getState().ctx.currentPlayer, '1');
    client.moves.stop();
    client.stop();
  });
}

test('the store refuses an event of a player, also in a positional game', () => {
  for (const closed of [game, legacyGame({ events: false, moves: {} })]) {
    const client = Client({ game: closed, quiet: true });
    const action = { type: 'GAME_EVENT', payload: { type: 'endGame', args: [{ winner: '0' }], playerID: '0' } };
    quietly(() => client.store.dispatch(action));
    assert.equal(client.getState().ctx.gameover, undefined);
    assert.equal(client.lastError.type, 'action/action_invalid');
  }
});

test('the error lists the values that events may have', () => {
  assert.throws(() => Client({ game: { events: 3 } }), { message: 'events: expected an object, or false, got 3' });
  assert.throws(() => Client({ game: { events: true } }), { message: 'events: expected an object, or false, got true' });
});
