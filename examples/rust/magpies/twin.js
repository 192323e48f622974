// The same game in JavaScript: `src/lib.rs` equals it, move for move.
import { TurnOrder, invalid } from 'rondel/core';

export default {
  name: 'magpies',
  minPlayers: 2,
  maxPlayers: 4,
  // Only the game ends turns and phases.
  events: { endTurn: false, pass: false, endPhase: false, setPhase: false, endGame: false, setActivePlayers: false, endStage: false, setStage: false },

  setup({ ctx, random }, rounds) {
    const deck = random.Shuffle(Array.from({ length: 30 }, (_, at) => (at % 10) + 1));
    const prizes = deck.splice(0, Math.min(Math.max(rounds ?? 5, 1), 9));
    const perSeat = (make) => Array.from({ length: ctx.numPlayers }, make);
    const hands = perSeat(() => deck.splice(0, 4));
    return { deck, hands, bids: perSeat(() => []), shown: [], prizes, nests: perSeat(() => []), raid: null, discard: [] };
  },

  playerView: ({ G, playerID }) => {
    const own = (piles) => piles.map((pile, seat) => (String(seat) === playerID ? pile : pile.length));
    return { ...G, deck: G.deck.length, hands: own(G.hands), bids: own(G.bids) };
  },

  phases: {
    swoop: {
      start: true,
      moves: { bid: { move: bid, redact: true, client: false, undoable: true } },
      turn: { activePlayers: { all: null, minMoves: 1, maxMoves: 1 } },
      // A player without cards is not waited for.
      endIf: ({ G }) => G.bids.every((pile, seat) => pile.length > 0 || G.hands[seat].length === 0),
      onEnd: reveal,
      next: 'raids',
    },
    raids: {
      moves: { raid, forage: { move: forage, client: false } },
      turn: { order: TurnOrder.ONCE, stages: { raided: { moves: { guard, giveUp } } } },
      next: 'swoop',
    },
  },

  endIf({ G, ctx }) {
    if (G.prizes.length > 0) return;
    const worth = G.nests.map((nest) => nest.reduce((sum, card) => sum + card, 0));
    const winners = ctx.playOrder.filter((seat) => worth[seat] === Math.max(...worth));
    return winners.length === 1 ? { winner: winners[0] } : { winners };
  },

  ai: {
    enumerate(G, ctx, playerID) {
      const preys = ctx.playOrder.filter((prey) => prey !== playerID && G.nests[prey].length > 0);
      const withCard = (card) => [
        { move: 'bid', args: [card] }, ...(card >= G.raid ? [{ move: 'guard', args: [card] }] : []),
        ...preys.map((prey) => ({ move: 'raid', args: [card, prey] })),
      ];
      const hand = Array.isArray(G.hands[playerID]) ? G.hands[playerID] : [];
      return [...hand.flatMap(withCard), { move: 'giveUp', args: [] }, { move: 'forage', args: [] }];
    },
  },
};

/** Takes a card out of a hand. Returns `false` if it is not there. */
function take(hand, card) {
  const place = hand.indexOf(card);
  return place >= 0 && hand.splice(place, 1).length > 0;
}

function bid({ G, playerID }, card) {
  if (!take(G.hands[playerID], card)) return invalid('no such card');
  G.bids[playerID].push(card);
}

/** Gives the prize to the highest unique bid. Without one, the prize stays. */
function reveal({ G, ctx }) {
  G.shown = ctx.playOrder.flatMap((seat) => G.bids[seat].splice(-1).map((card) => [seat, card]));
  const alone = G.shown.filter(([, bid]) => G.shown.filter(([, card]) => card === bid).length === 1);
  if (alone.length > 0) {
    const [winner] = alone.reduce((best, other) => (other[1] > best[1] ? other : best));
    G.nests[winner].push(G.prizes.pop());
  }
  G.discard.push(...G.shown.map(([, card]) => card));
}

function raid({ G, playerID, events }, card, prey) {
  if (prey === playerID || G.nests[prey].length === 0) return invalid('no prey');
  if (!take(G.hands[playerID], card)) return invalid('no such card');
  G.raid = card;
  events.setActivePlayers({ value: { [prey]: 'raided' }, minMoves: 1, maxMoves: 1, revert: true });
}

function guard({ G, playerID }, card) {
  if (card < G.raid) return invalid('too weak');
  if (!take(G.hands[playerID], card)) return invalid('no such card');
  G.discard.push(card, G.raid);
  G.raid = null;
}

function giveUp({ G, ctx, playerID }) {
  G.nests[ctx.currentPlayer].push(G.nests[playerID].pop());
  G.discard.push(G.raid);
  G.raid = null;
}

function forage({ G, playerID, random, events }) {
  if (G.deck.length === 0) G.deck = random.Shuffle(G.discard.splice(0));
  if (G.deck.length === 0) return invalid('the pile is empty');
  G.hands[playerID].push(G.deck.pop());
  events.endTurn();
}
