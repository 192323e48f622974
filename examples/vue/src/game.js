import { INVALID_MOVE } from 'rondel/core';

/** @satisfies {import('rondel').Game} */
export const game = {
  name: 'nim',

  // `row` is the one that matches were taken from in this turn.
  setup: () => ({ rows: [1, 3, 5, 7], row: null }),

  turn: {
    minMoves: 1,
    onBegin: ({ G }) => { G.row = null; },
  },

  moves: {
    take: ({ G }, row, count) => {
      const fromThisRow = G.row === null || G.row === row;
      if (!fromThisRow || !(count > 0 && count <= G.rows[row])) return INVALID_MOVE;
      G.rows[row] -= count;
      G.row = row;
    },
  },

  endIf: ({ G, ctx }) => {
    if (G.rows.every((matches) => matches === 0)) return { winner: ctx.currentPlayer };
  },
};
