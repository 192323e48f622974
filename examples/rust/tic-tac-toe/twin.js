// The same game in JavaScript: `src/lib.rs` equals it, move for move.
import { invalid } from 'rondel/core';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export default {
  name: 'tic-tac-toe',
  minPlayers: 2,
  maxPlayers: 2,

  setup: () => ({ cells: Array(9).fill(null) }),

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    mark({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return invalid('taken');
      G.cells[cell] = playerID;
    },
  },

  endIf({ G: { cells } }) {
    const line = LINES.find(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]);
    if (line) return { winner: cells[line[0]] };
    if (!cells.includes(null)) return { draw: true };
  },

  ai: {
    enumerate: ({ cells }) => cells.flatMap((owner, cell) => (owner === null ? [{ move: 'mark', args: [cell] }] : [])),
  },
};
