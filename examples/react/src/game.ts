import type { Game, PlayerID } from 'rondel';
import { INVALID_MOVE } from 'rondel/core';

export interface TicTacToe {
  cells: (PlayerID | null)[];
}

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

export const game = {
  name: 'tic-tac-toe',

  setup: () => ({ cells: Array<PlayerID | null>(9).fill(null) }),

  // One mark a turn. The turn ends by a click, not by `maxMoves`: until then it can be undone.
  turn: { minMoves: 1 },

  moves: {
    place: ({ G, ctx, playerID }, cell: number) => {
      if (ctx.numMoves || G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },

  endIf: ({ G }) => {
    const line = LINES.find(([a, b, c]) => G.cells[a] && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]);
    if (line) return { winner: G.cells[line[0]], line };
    if (G.cells.every((cell) => cell !== null)) return { winner: null, line: [] };
  },
} satisfies Game<TicTacToe>;
