// Everybody discards: a player who plays a card sends all others into the stage "discard", until each of them has discarded one.
import { INVALID_MOVE } from 'rondel/core';

const HAND = 4;

function playCard({ G, ctx, playerID, events, effects }, index) {
  if (ctx.numMoves >= 2 || !(index in G.hands[playerID])) return INVALID_MOVE;
  const [card] = G.hands[playerID].splice(index, 1);
  G.table.push({ card, seat: playerID });
  G.points[playerID] += card;
  effects.emit('fly', { at: G.table.length - 1 });
  events.setActivePlayers({ others: 'discard', minMoves: 1, maxMoves: 1 });
}

function discard({ G, playerID }, index) {
  if (!(index in G.hands[playerID])) return INVALID_MOVE;
  G.discarded.push(...G.hands[playerID].splice(index, 1));
}

export default {
  name: 'everybody-discards',

  setup: ({ ctx, random }) => {
    const cards = random.Shuffle(Array.from({ length: 24 }, (_, at) => (at % 9) + 1));
    const hands = Array.from({ length: ctx.numPlayers }, () => cards.splice(0, HAND).sort((a, b) => b - a));
    return { hands, points: hands.map(() => 0), table: [], discarded: [] };
  },

  moves: { playCard },
  effects: { fly: { duration: 450 } },

  turn: {
    minMoves: 1,
    stages: {
      discard: {
        moves: { discard },
      },
    },
  },

  endIf: ({ G }) => {
    if (G.hands.some((hand) => hand.length > 0)) return;
    const best = Math.max(...G.points);
    return { winners: G.points.flatMap((points, seat) => (points === best ? [String(seat)] : [])), points: G.points };
  },
};
