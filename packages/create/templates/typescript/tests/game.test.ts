import { Client } from 'rondel/client';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { expect, test } from 'vitest';
import { CARDS, type Card } from '../src/cards.ts';
import { game } from '../src/game.ts';

/** Returns a client for both players of a match that begins with these cards. The last card of the pile is on top. */
function startWith({ hands, deck = [], top }: { hands: [Card[], Card[]]; deck?: Card[]; top: Card }) {
  return Client({ game: { ...game, setup: () => ({ hands: { 0: hands[0], 1: hands[1] }, deck, pile: [top] }) }, quiet: true });
}

test('each player gets five cards, and one card is turned up', () => {
  const { G } = Client({ game, numPlayers: 3, playerID: '1' }).getState();
  expect(Object.values(G.hands).map((hand) => hand.length)).toEqual([5, 5, 5]);
  expect(G.hands[0]).toEqual([null, null, null, null, null]);
  expect(G.pile.length + G.deck.length).toBe(CARDS.length - 15);
});

test('a card matches by suit or by rank', () => {
  const client = startWith({ hands: [['7♥', 'K♠'], ['8♥', 'A♣']], deck: ['J♦'], top: '7♣' });
  expect(client.moves.play('K♠').error).toMatchObject({ type: 'action/invalid_move', payload: 'no-match' });
  expect(client.moves.play('8♥').error).toMatchObject({ payload: 'not-yours' });
  client.moves.play('7♥');
  client.moves.play('8♥');
  expect(client.getState().G.pile).toEqual(['7♣', '7♥', '8♥']);
  expect(client.getState().ctx.currentPlayer).toBe('0');
});

test('only a player who cannot play draws', () => {
  const client = startWith({ hands: [['7♥', 'K♠'], ['A♦', 'A♠']], deck: ['Q♠'], top: '7♣' });
  expect(client.moves.draw().error).toMatchObject({ payload: 'can-play' });
  client.moves.play('7♥');
  client.moves.draw();
  client.updatePlayerID('1');
  expect(client.getState().G.hands[1]).toEqual(['A♦', 'A♠', 'Q♠']);
});

test('the first player without cards wins', () => {
  const client = startWith({ hands: [['7♥'], ['8♥']], top: '7♣' });
  client.moves.play('7♥');
  expect(client.getState().ctx.gameover).toEqual({ winners: ['0'] });
});

test('when nobody can go on, the fewest cards win', () => {
  const client = startWith({ hands: [['7♥', 'K♠'], ['8♦', 'A♦']], top: '7♣' });
  client.moves.play('7♥');
  expect(client.getState().ctx.gameover).toEqual({ winners: ['0'] });
});

test.each([2, 3, 4])('random matches of %i players depend on nothing but the state', { timeout: 60_000 }, (numPlayers) => {
  const { moves } = checkDeterminism(game, { numPlayers, games: 10 });
  expect(Object.keys(moves)).toEqual(['play', 'draw']);
});

test('no player receives the deck or the hands of others', { timeout: 120_000 }, async () => {
  await checkSecrecy(game, {
    numPlayers: 3,
    secrets: (G, ctx, playerID) => [G.deck, ctx.playOrder.filter((id) => id !== playerID).map((id) => G.hands[id])],
  });
});
