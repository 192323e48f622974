import { Client } from 'rondel/client';
import { expect, test } from 'vitest';
import { game } from '../src/chess/game.ts';

test('a match begins', () => {
  expect(Client({ game, numPlayers: 2 }).getState().ctx.currentPlayer).toBe('0');
});
