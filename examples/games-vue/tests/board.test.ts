import { mount } from '@vue/test-utils';
import type { PlayerID } from 'rondel';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { useEffectQueue } from 'rondel/vue';
import { expect, test } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { nameOfCard } from '../../games/src/oh-hell/cards.ts';
import { game } from '../../games/src/oh-hell/game.ts';
import { cardsOf, nextToBid, nextToPlay, refusalOfBid, refusalOfCard } from '../../games/src/oh-hell/round.ts';
import Board from '../src/board/Board.vue';
import type { GameClient } from '../src/board/game-client.ts';

const names = { 0: 'Ann', 1: 'Ben', 2: 'Cleo' };

test('in a player\'s turn there is a button for each bid, and the dealer\'s excluded bid does nothing', async () => {
  const match = start();
  const { G, ctx } = match.state();
  const board = await match.boardOf(G.dealer);
  expect(board.find('.bids').exists()).toBe(false);

  while (nextToBid(match.state().G, ctx.playOrder) !== G.dealer) match.bid(0);
  await nextTick();
  expect(board.findAll('.bids button').map((button) => button.text())).toEqual(['0', '1', '2', '3', '4', '5']);
  const [none, , , , , all] = board.findAll('.bids button');
  expect(all.attributes('aria-disabled')).toBe('true');
  expect(board.get(`#${all.attributes('aria-describedby')}`).text()).toBe('The dealer may not make the bids add up to 5.');
  await all.trigger('click');
  expect(match.state().G.bids[G.dealer]).toBe(null);

  await none.trigger('click');
  expect(match.state().G.bids[G.dealer]).toBe(0);
  expect(board.find('.bids').exists()).toBe(false);
  expect(document.activeElement).toBe(board.get('.hand').element);
});

test('a card that does not follow suit stays in the hand, and says why', async () => {
  const match = start();
  const { playOrder } = match.state().ctx;
  while (match.state().ctx.phase === 'bid') match.bid(match.possibleBid());
  const leader = nextToPlay(match.state().G, playOrder);
  const board = await match.boardOf(leader);
  await board.get('.hand [aria-disabled="false"]').trigger('click');
  expect(match.state().G.tricks[0].plays).toHaveLength(1);

  const { G } = match.state();
  const next = nextToPlay(G, playOrder);
  const view = match.clients[next].getState()!.G;
  const wrong = cardsOf(view, next).find((card) => refusalOfCard(view, next, card))!;
  const nextBoard = await match.boardOf(next);
  const card = nextBoard.get(`.hand [aria-label="${nameOfCard(wrong)}"]`);
  await card.trigger('click');
  expect(nextBoard.get('.reason').text()).toMatch(/^You have to follow suit/);
  expect(match.state().G.tricks[0].plays).toHaveLength(1);

  await nextBoard.get('.hand [aria-disabled="false"]').trigger('click');
  expect(match.state().G.tricks[0].plays).toHaveLength(2);
  expect(nextBoard.get('.reason').text()).toBe('');
  expect(nextBoard.findAll('.around .face')).toHaveLength(2);
});

test('a spectator sees the players, and no hand', async () => {
  const match = start();
  const board = await match.boardOf(null);
  expect(board.findAll('.around .name').map((name) => name.text())).toEqual(['Ann', 'Ben', 'Cleo']);
  expect(board.find('.hand').exists()).toBe(false);
});

/** Starts a match of three players with five cards each. The seed deals the second player a card that does not follow suit. */
function start() {
  const options = { game: { ...game, seed: 'suits' }, multiplayer: Local(), numPlayers: 3, setupData: { cards: 5 } };
  const clients = Object.fromEntries(['0', '1', '2'].map((playerID) => {
    const client: GameClient = Client({ ...options, playerID });
    client.start();
    return [playerID, client];
  }));
  const spectator: GameClient = Client(options);
  spectator.start();
  const state = () => clients[0].getState()!;
  const nextBidder = () => nextToBid(state().G, state().ctx.playOrder)!;
  return {
    clients,
    state,
    /** The next player bids. */
    bid: (number: number) => clients[nextBidder()].moves.bid(number),
    /** Returns the lowest bid of the next player that the rules allow. */
    possibleBid: () => [0, 1].find((bid) => refusalOfBid(state().G, nextBidder(), bid) === undefined)!,
    async boardOf(playerID: PlayerID | null) {
      const client = playerID === null ? spectator : clients[playerID];
      const board = mount(defineComponent(() => {
        const { state: shown, skip } = useEffectQueue(client, { reducedMotion: true });
        return () => h(Board, { client, G: shown.value!.G, ctx: shown.value!.ctx, playerID, names, skip });
      }), { attachTo: document.body });
      await nextTick();
      return board;
    },
  };
}
