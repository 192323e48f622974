// German whist with 28 cards: a card game for two with hidden hands, in which little is left to luck. For the first seven tricks the
// winner gets the card that lies open on the stock, the loser the one below it, unseen. Who makes most of the last seven tricks wins.
import { INVALID_MOVE } from 'rondel/core';

const RANKS = 7;
const HAND = 7;
/** Card n is of suit n / 7, and of rank n % 7. */
export const DECK = Array.from({ length: 4 * RANKS }, (_, card) => card);

export const suitOf = (card) => Math.floor(card / RANKS);

export const game = {
  name: 'whist',
  setup({ random }) {
    const stock = random.Shuffle(DECK);
    const hands = { 0: stock.splice(0, HAND), 1: stock.splice(0, HAND) };
    // The stock's last card lies open. `shown` are the cards that were won from there, and `next` is who plays next.
    return { hands, stock, trump: suitOf(stock.at(-1)), led: null, tricks: { 0: 0, 1: 0 }, shown: [], played: [], next: 0 };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(Object.entries(G.hands).map(([player, hand]) => [
      player, player === playerID ? hand : hand.map((card) => (G.shown.includes(card) ? card : null)),
    ])),
    stock: G.stock.map((card, i) => (i === G.stock.length - 1 ? card : null)),
  }),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.next, next: ({ G }) => G.next },
  },
  moves: {
    play({ G, playerID }, card) {
      if (!playable(G, playerID).includes(card)) return INVALID_MOVE;
      const other = playerID === '0' ? '1' : '0';
      G.hands[playerID].splice(G.hands[playerID].indexOf(card), 1);
      G.played.push(card);
      if (G.led === null) {
        G.led = card;
        G.next = Number(other);
      } else {
        const winner = beats(card, G.led, G.trump) ? playerID : other;
        G.led = null;
        G.next = Number(winner);
        endTrick(G, winner, winner === playerID ? other : playerID);
      }
      return undefined;
    },
  },
  endIf({ G: { hands, tricks } }) {
    if (hands[0].length > 0 || hands[1].length > 0) return undefined;
    return { winner: tricks[0] > tricks[1] ? '0' : '1' };
  },
  ai: {
    enumerate: (G, ctx, playerID) => playable(G, playerID).map((card) => ({ move: 'play', args: [card] })),
    determinize(view, ctx, playerID, random) {
      const seen = new Set([...view.played, ...view.hands[0], ...view.hands[1], ...view.stock]);
      const unseen = random.Shuffle(DECK.filter((card) => !seen.has(card)));
      const dealt = (cards) => cards.map((card) => card ?? unseen.pop());
      return { ...view, hands: { 0: dealt(view.hands[0]), 1: dealt(view.hands[1]) }, stock: dealt(view.stock) };
    },
  },
};

/** The cards of a hand that may be played: who can follow suit has to. */
function playable({ hands, led }, playerID) {
  const hand = hands[playerID];
  const following = led === null ? [] : hand.filter((card) => suitOf(card) === suitOf(led));
  return following.length > 0 ? following : hand;
}

/** Whether the second card takes the first one. */
export function beats(second, first, trump) {
  return suitOf(second) === suitOf(first) ? second > first : suitOf(second) === trump;
}

function endTrick(G, winner, loser) {
  if (G.stock.length === 0) {
    G.tricks[winner] += 1;
    return;
  }
  const open = G.stock.pop();
  G.shown.push(open);
  G.hands[winner].push(open);
  G.hands[loser].push(G.stock.pop());
}
