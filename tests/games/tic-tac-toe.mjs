// Tic-tac-toe, for bots: on Rondel and on boardgame.io.
import { INVALID_MOVE } from 'rondel/core';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      return undefined;
    },
  },
  endIf({ G: { cells } }) {
    const line = LINES.find(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
    if (line) return { winner: cells[line[0]] };
    return cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate({ cells }) {
      const moves = [];
      for (let id = 0; id < 9; id += 1) {
        if (cells[id] === null) moves.push({ move: 'clickCell', args: [id] });
      }
      return moves;
    },
  },
};
