// A game whose late players have a bot. A module for worker threads.

/** Who takes the last stick wins: leave four. */
const sticks = {
  name: 'sticks',
  setup: () => ({ left: 5, taken: [] }),
  turn: { maxMoves: 1, time: 1000, onTimeout: 'strong' },
  moves: {
    take: ({ G, playerID }, count) => {
      if (count > G.left) return 'INVALID_MOVE';
      G.left -= count;
      G.taken.push([playerID, count]);
      return undefined;
    },
  },
  endIf: ({ G, ctx }) => (G.left === 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: {
    enumerate: (G) => [1, 2, 3].filter((count) => count <= G.left).map((count) => ({ move: 'take', args: [count] })),
    bots: { strong: { difficulty: 'hard' } },
  },
};

export const games = [sticks];
