import { INVALID_MOVE } from 'rondel/core';

export const FIELDS = [2, 1, 4, 1, 3, 1, 5, 1];
export const TO_WIN = 15;

export default {
  name: 'harvest',
  setup: () => ({ at: [null, null], coins: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    advance({ G, playerID }, steps) {
      if (![1, 2, 3].includes(steps)) return INVALID_MOVE;
      const field = ((G.at[playerID] ?? -1) + steps) % FIELDS.length;
      if (G.at.includes(field)) return INVALID_MOVE;
      G.at[playerID] = field;
      G.coins[playerID] += FIELDS[field];
    },
  },
  endIf({ G }) {
    const winner = G.coins.findIndex((coins) => coins >= TO_WIN);
    if (winner >= 0) return { winner: String(winner) };
  },
};
