import { Client } from 'rondel/client';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { expect, test } from 'vitest';
import { game } from '../src/game.ts';
import { cardsOf, deckSize, handSize } from '../src/view.ts';

test('a player sees their own cards, and the number of all others', () => {
  const { G } = Client({ game, numPlayers: 3, playerID: '1' }).getState();
  expect(['0', '1', '2'].map((id) => handSize(G, id))).toEqual([5, 5, 5]);
  expect(['0', '1', '2'].map((id) => cardsOf(G, id).length)).toEqual([0, 5, 0]);
  expect(G.pile.length + deckSize(G)).toBe(32 - 15);
});

test('the rules give the reason of a refusal', () => {
  const client = Client({ game, quiet: true });
  expect(client.moves.play('1♥').error).toMatchObject({ type: 'action/invalid_move', payload: 'not-yours' });
});

test('random matches depend on nothing but the state', { timeout: 60_000 }, () => {
  const { moves } = checkDeterminism(game, { numPlayers: 3, games: 10 });
  expect(Object.keys(moves)).toEqual(['play', 'draw']);
});

test('no player receives the deck or the hands of others', { timeout: 120_000 }, async () => {
  await checkSecrecy(game, { numPlayers: 3 });
});
