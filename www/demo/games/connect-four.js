// Connect four: discs drop into seven columns, and four in a row win.
import { INVALID_MOVE } from 'rondel/core';

export const COLUMNS = 7;
export const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

export default {
  name: 'connect-four',
  minPlayers: 2,
  maxPlayers: 2,

  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), last: null }),

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    drop({ G, playerID }, column) {
      if (!Number.isInteger(column) || !(G.columns[column]?.length < ROWS)) return INVALID_MOVE;
      G.columns[column].push(playerID);
      G.last = column;
    },
  },

  endIf({ G }) {
    if (lineOf(G)) return { winner: G.columns[G.last].at(-1) };
    if (G.columns.every((discs) => discs.length === ROWS)) return { draw: true };
  },

  // Bots may drop into any column that is not full.
  ai: {
    enumerate: (G) => G.columns.flatMap((discs, column) => (discs.length < ROWS ? [{ move: 'drop', args: [column] }] : [])),
  },
};

/** Returns the places, `[column, row]`, of four or more in a row through the last disc; `null` if there are none. */
export function lineOf({ columns, last }) {
  if (last === null) return null;
  const row = columns[last].length - 1;
  const owner = columns[last][row];
  for (const [right, up] of DIRECTIONS) {
    const line = [...along(-right, -up).reverse(), [last, row], ...along(right, up)];
    if (line.length >= 4) return line;
  }
  return null;

  function along(right, up) {
    const places = [];
    for (let step = 1; columns[last + step * right]?.[row + step * up] === owner; step++) places.push([last + step * right, row + step * up]);
    return places;
  }
}
