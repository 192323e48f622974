// The same game in JavaScript: `src/lib.rs` equals it, move for move.
import { invalid } from 'rondel/core';

const ROWS = 6;
/** Directions of a line: steps to the right, and up. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

export default {
  name: 'connect-four',
  minPlayers: 2,
  maxPlayers: 2,

  setup: () => ({ columns: Array.from({ length: 7 }, () => []), last: null }),

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    drop({ G, playerID }, column) {
      if (!(G.columns[column]?.length < ROWS)) return invalid('full');
      G.columns[column].push(playerID);
      G.last = column;
    },
  },

  endIf({ G: { columns, last } }) {
    if (last === null) return;
    const row = columns[last].length - 1;
    const line = ([x, y]) => 1 + reach(columns, last, row, x, y) + reach(columns, last, row, -x, -y);
    if (DIRECTIONS.some((direction) => line(direction) >= 4)) return { winner: columns[last][row] };
    if (columns.every((discs) => discs.length === ROWS)) return { draw: true };
  },

  ai: {
    enumerate: ({ columns }) => columns.flatMap((discs, column) => (discs.length < ROWS ? [{ move: 'drop', args: [column] }] : [])),
  },
};

/** Returns the number of adjacent discs of the same player in this direction. */
function reach(columns, column, row, x, y) {
  let steps = 0;
  while (steps < 3 && columns[column + (steps + 1) * x]?.[row + (steps + 1) * y] === columns[column][row]) steps += 1;
  return steps;
}
