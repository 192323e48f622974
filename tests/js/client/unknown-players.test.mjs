// Warnings in one page about a number of players outside the game's range, and about players that a match does not have.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { TurnOrder } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { capture } from '../support/console.mjs';

const warnings = (options, act = () => {}) => capture(() => act(Client({ game: {}, ...options }))).printed;
const player = (id, players) => [`rondel: Client({ playerID }): there is no player "${id}"; the players are ${players}`];

test('more or fewer players than the game allows cause a warning, also by default', () => {
  const two = { maxPlayers: 2 };
  assert.deepEqual(warnings({ game: two, numPlayers: 5 }), ['rondel: Client({ numPlayers }): 5, but the game has maxPlayers: 2']);
  assert.deepEqual(warnings({ game: { minPlayers: 3 }, numPlayers: 2 }), ['rondel: Client({ numPlayers }): 2, but the game has minPlayers: 3']);
  assert.deepEqual(warnings({ game: { minPlayers: 3 } }), ['rondel: Client({ numPlayers }): 2, but the game has minPlayers: 3']);
  assert.deepEqual(warnings({ game: two }), []);
  assert.deepEqual(warnings({ game: { minPlayers: 1, maxPlayers: 4 }, numPlayers: 4 }), []);
  assert.deepEqual(warnings({ game: two, numPlayers: 5, quiet: true }), []);
});

test('an unknown player causes a warning, also when the page changes to their seat', () => {
  assert.deepEqual(warnings({ playerID: '7' }), player('7', '0, 1'));
  assert.deepEqual(warnings({ playerID: '3', numPlayers: 3 }), player('3', '0, 1, 2'));
  assert.deepEqual(warnings({ playerID: '0' }, (client) => client.updatePlayerID('7')), player('7', '0, 1'));
  assert.deepEqual(warnings({ playerID: 1 }), []);
  assert.deepEqual(warnings({ playerID: null }, (client) => client.updatePlayerID(undefined)), []);
  assert.deepEqual(warnings({ playerID: '7', quiet: true }), []);
});

test('an unknown player at a master in the page causes one warning', () => {
  const multiplayer = Local({ fresh: true });
  const around = (client) => {
    for (const playerID of ['7', '1', '7', null]) {
      client.start();
      client.updatePlayerID(playerID);
      client.stop();
    }
  };
  assert.deepEqual(warnings({ playerID: '7', multiplayer }, around), player('7', '0, 1'));
  assert.deepEqual(warnings({ playerID: '1', multiplayer }, around), player('7', '0, 1'));
  assert.deepEqual(warnings({ multiplayer }, (client) => { client.start(); client.stop(); }), []);
});

test('players named by the turn order are known', () => {
  const named = { turn: { order: TurnOrder.CUSTOM(['ada', 'bo']) } };
  assert.deepEqual(warnings({ game: named, playerID: 'bo' }), []);
  assert.deepEqual(warnings({ game: named, playerID: '1' }), []);
  assert.deepEqual(warnings({ game: named, playerID: 'cy' }), player('cy', '0, 1, ada, bo'));
});
