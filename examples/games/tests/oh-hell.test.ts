import { RandomBot, Simulate } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { describe, expect, test } from 'vitest';
import { CARDS, nameOfCard, sorted } from '../src/oh-hell/cards.ts';
import { game, roundSizes } from '../src/oh-hell/game.ts';
import { excludedBid, pointsFor, totalOf, winnerOf, type Table } from '../src/oh-hell/round.ts';
import { startWith, tableOf } from './oh-hell-table.ts';

describe('cards', () => {
  test('the pack has 52 different cards, with names', () => {
    expect(new Set(CARDS).size).toBe(52);
    expect(nameOfCard('Q♥')).toBe('Queen of hearts');
    expect(nameOfCard('10♠')).toBe('Ten of spades');
  });

  test('a hand is sorted by suits, from the highest card, with trumps at the end', () => {
    expect(sorted(['2♥', '10♥', 'A♥', '9♥', '3♠', 'K♦'], '♠')).toEqual(['A♥', '10♥', '9♥', '2♥', 'K♦', '3♠']);
    expect(sorted(['K♦', '3♠', 'J♠'], null)).toEqual(['J♠', '3♠', 'K♦']);
  });
});

describe('the deal', () => {
  test('three to five players begin with ten cards, six with eight', () => {
    expect(roundSizes(4)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([3, 5].map((players) => roundSizes(players).length)).toEqual([19, 19]);
    expect(roundSizes(6)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a short match only goes down', () => {
    expect(roundSizes(4, { rounds: 'short', cards: 3 })).toEqual([3, 2, 1]);
  });

  test('each player gets the cards, the next card is turned up, and the others stay in the stock', () => {
    const { G } = Client({ game, numPlayers: 4, playerID: '1' }).getState();
    expect(Object.values(G.hands).map((hand) => hand.length)).toEqual([10, 10, 10, 10]);
    expect(G.hands[0].every((card) => card === null)).toBe(true);
    expect(G.hands[1].every((card) => card !== null)).toBe(true);
    expect(G.turnUp).not.toBeNull();
    expect(G.stock).toEqual(Array(11).fill(null));
  });

  test('without a card to turn up there is no trump', () => {
    const { G } = Client({ game, numPlayers: 4, setupData: { cards: 13 } }).getState();
    expect(G.turnUp).toBeNull();
    expect(G.stock).toEqual([]);
  });

  test('the setup data are checked', () => {
    expect(game.validateSetupData({ rounds: 'short', cards: 5 })).toBeUndefined();
    expect(game.validateSetupData(undefined)).toBeUndefined();
    expect(game.validateSetupData({ rounds: 'long' })).toMatch('rounds');
    expect(game.validateSetupData({ cards: 0 })).toMatch('cards');
    expect(game.validateSetupData({ cards: '5' })).toMatch('cards');
  });
});

describe('bids', () => {
  const ten = tableOf({ hands: Array(4).fill(CARDS.slice(0, 10)) });
  const five = tableOf({ hands: Array(4).fill(CARDS.slice(0, 5)) });

  // Examples of published rules.
  test.each([
    [ten, [4, 2, 3], 1],
    [five, [2, 1, 0], 2],
    [five, [3, 1, 2], null],
  ])('the dealer may not make the total equal to the number of tricks (%#)', (table, bids, excluded) => {
    const G = { ...table, bids: { 0: bids[0], 1: bids[1], 2: bids[2], 3: null } };
    expect(excludedBid(G, '3')).toBe(excluded);
    expect(excludedBid(G, '2')).toBeNull();
  });

  test('the player to the left of the dealer bids first, the dealer last', () => {
    const { bid, ctx, table } = startWith({ hands: [['2♠', '3♠'], ['4♠', '5♠'], ['6♠', '7♠']], dealer: '0' });
    expect(ctx().currentPlayer).toBe('1');
    bid(1, 1);
    expect(ctx().currentPlayer).toBe('0');
    expect(bid(0).error).toMatchObject({ type: 'action/invalid_move', payload: 'hook' });
    bid(2);
    expect(table().bids).toEqual({ 0: 2, 1: 1, 2: 1 });
    expect(ctx()).toMatchObject({ phase: 'play', currentPlayer: '1' });
  });

  test.each([-1, 3, 0.5, NaN, '1', null])('%j is no bid', (bid) => {
    const { client } = startWith({ hands: [['2♠', '3♠'], ['4♠', '5♠'], ['6♠', '7♠']] });
    expect(client.moves.bid(bid as number).error).toMatchObject({ payload: 'no-bid' });
  });
});

describe('tricks', () => {
  test('the highest trump takes the trick, else the highest card of the suit led', () => {
    const plays = (['9♥', 'A♠', 'J♥', '2♣'] as const).map((card, seat) => ({ playerID: String(seat), card }));
    expect(winnerOf(plays, '♣')).toBe('3');
    expect(winnerOf(plays, '♦')).toBe('2');
    expect(winnerOf(plays, null)).toBe('2');
    expect(winnerOf(plays, '♠')).toBe('1');
  });

  test('players follow suit if they can', () => {
    const { play, table } = startWith({ hands: [['9♥', '2♣'], ['A♠', 'J♥'], ['3♣', '4♦']], bids: [0, 1, 0], turnUp: 'K♣' });
    expect(play('3♣').error).toMatchObject({ payload: 'not-yours' });
    play('9♥');
    expect(play('A♠').error).toMatchObject({ type: 'action/invalid_move', payload: 'follow-suit' });
    play('J♥');
    // Player 2 has no hearts, and may play a trump or another suit.
    play('4♦');
    expect(table().tricks[0]).toEqual({ plays: [{ playerID: '0', card: '9♥' }, { playerID: '1', card: 'J♥' }, { playerID: '2', card: '4♦' }], winner: '1' });
  });

  test('the winner of a trick leads the next one', () => {
    const { play, ctx } = startWith({ hands: [['9♥', '2♣'], ['J♥', 'A♠'], ['3♥', '4♦']], bids: [0, 1, 0] });
    play('9♥', 'J♥', '3♥');
    expect(ctx().currentPlayer).toBe('1');
    play('A♠');
    expect(ctx().currentPlayer).toBe('2');
  });

  test('played cards and taken tricks are effects', () => {
    const { client, play } = startWith({ hands: [['9♥'], ['J♥'], ['3♥']], bids: [0, 1, 1] });
    play('9♥', 'J♥', '3♥');
    const effects = client.log.filter(({ action }) => action.payload.type === 'play').map((entry) => entry.effects?.map(({ name, data }) => ({ name, data })));
    expect(effects).toEqual([
      [{ name: 'play', data: { playerID: '0', card: '9♥' } }],
      [{ name: 'play', data: { playerID: '1', card: 'J♥' } }],
      [{ name: 'play', data: { playerID: '2', card: '3♥' } }, { name: 'take', data: { playerID: '1' } }],
    ]);
  });
});

describe('scores', () => {
  test.each([[0, 0, 10], [1, 1, 11], [2, 2, 12], [10, 10, 20], [2, 1, 0], [2, 3, 0], [0, 1, 0]])('a bid of %i with %i tricks gets %i points', (bid, taken, points) => {
    expect(pointsFor(bid, taken)).toBe(points);
  });

  test('a round is scored after its last trick', () => {
    const { play, table, ctx } = startWith({ hands: [['9♥', '2♣'], ['J♥', 'A♠'], ['3♥', '4♦']], bids: [0, 2, 1], sizes: [2, 1] });
    play('9♥', 'J♥', '3♥', 'A♠', '4♦', '2♣');
    expect(table().results).toEqual([{ cards: 2, dealer: '2', bids: { 0: 0, 1: 2, 2: 1 }, taken: { 0: 0, 1: 2, 2: 0 }, points: { 0: 10, 1: 12, 2: 0 } }]);
    expect(ctx().phase).toBe('score');
    expect(ctx().gameover).toBeUndefined();
  });

  test('the next round begins when all players are ready, with the next dealer and one card less', () => {
    const { client, play, table, ctx } = startWith({ hands: [['9♥', '2♣'], ['J♥', 'A♠'], ['3♥', '4♦']], bids: [0, 2, 1], sizes: [2, 1] });
    play('9♥', 'J♥', '3♥', 'A♠', '4♦', '2♣');
    for (const id of ['2', '0']) {
      client.updatePlayerID(id);
      client.moves.ready();
    }
    expect(client.moves.ready().error).toMatchObject({ type: 'action/inactive_player' });
    expect(ctx().phase).toBe('score');
    client.updatePlayerID('1');
    client.moves.ready();
    expect(table()).toMatchObject({ dealer: '0', bids: { 0: null, 1: null, 2: null }, tricks: [], ready: [] });
    expect(Object.values(table().hands).map((hand) => hand.length)).toEqual([1, 1, 1]);
    expect(ctx()).toMatchObject({ phase: 'bid', currentPlayer: '1' });
  });

  test('the most points win after the last round, also together', () => {
    const { play, ctx } = startWith({ hands: [['9♥'], ['J♥'], ['3♥']], bids: [0, 0, 0] });
    play('9♥', 'J♥', '3♥');
    expect(ctx().gameover).toEqual({ winners: ['0', '2'] });
  });
});

/** Plays a match at random, and returns its last state. */
async function playAtRandom(numPlayers: number, seed: string, setupData = {}) {
  const seeded = { ...game, seed };
  const { state } = await Simulate({
    game: seeded, bots: new RandomBot({ game: seeded, seed }), state: InitializeGame({ game: seeded, numPlayers, setupData }),
  });
  return { G: state.G as Table, ctx: state.ctx };
}

describe('complete matches', () => {
  // Each number of players has another first hand.
  test.each([3, 4, 5, 6])('random players end matches of %i by the rules', { timeout: 60_000 }, async (numPlayers) => {
    for (let match = 0; match < 5; match += 1) {
      const { G, ctx } = await playAtRandom(numPlayers, `match ${match}`, { rounds: match % 2 ? 'full' : 'short' });
      const order = ctx.playOrder;
      expect(ctx.gameover.winners.length).toBeGreaterThan(0);
      expect(G.results.map(({ cards }) => cards)).toEqual(G.sizes);
      G.results.forEach(({ cards, bids, taken, dealer }, round) => {
        const sum = (values: Record<string, number>) => order.reduce((total, id) => total + values[id], 0);
        expect(sum(taken)).toBe(cards);
        expect(sum(bids)).not.toBe(cards);
        expect(dealer).toBe(order[(order.indexOf(G.results[0].dealer) + round) % numPlayers]);
      });
      const best = Math.max(...order.map((id) => totalOf(G, id)));
      expect(ctx.gameover.winners).toEqual(order.filter((id) => totalOf(G, id) === best));
    }
  });

  test('a match without trumps ends', { timeout: 60_000 }, async () => {
    const { G } = await playAtRandom(4, 'no trumps', { cards: 13, rounds: 'short' });
    expect(G.results.length).toBe(13);
  });

  test.each([3, 6])('matches of %i depend on nothing but the state', { timeout: 60_000 }, (numPlayers) => {
    const { moves } = checkDeterminism(game, { numPlayers, games: 5, actions: 60, setupData: { cards: 3 } });
    expect(Object.keys(moves).sort()).toEqual(['bid', 'play', 'ready']);
    expect(moves.ready.made).toBeGreaterThan(0);
  });

  test('no player receives the stock or the hands of others', { timeout: 120_000 }, async () => {
    const { moves } = await checkSecrecy(game, {
      numPlayers: 3,
      games: 8,
      actions: 45,
      setupData: { cards: 3 },
      secrets: (G: Table, ctx, playerID) => [G.stock, ctx.playOrder.filter((id) => id !== playerID).map((id) => G.hands[id])],
    });
    expect(moves.ready.made).toBeGreaterThan(0);
  });
});
