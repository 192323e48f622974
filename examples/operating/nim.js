import { INVALID_MOVE } from 'rondel/core';

export const nim = {
  name: 'nim',
  minPlayers: 2,
  maxPlayers: 4,
  setup: (_context, setupData) => ({ sticks: setupData?.sticks ?? 21 }),
  validateSetupData: (setupData) => (setupData?.sticks > 99 ? 'at most 99 sticks' : undefined),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G }, n) => ([1, 2, 3].includes(n) ? { sticks: G.sticks - n } : INVALID_MOVE) },
  endIf: ({ G, ctx }) => (G.sticks <= 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: ({ sticks }) => [1, 2, 3].filter((n) => n <= sticks).map((n) => ({ move: 'take', args: [n] })) },
};
