// Connect four, for bots: on Rondel and on boardgame.io.
import { INVALID_MOVE } from 'rondel/core';

const COLUMNS = 7;
const ROWS = 6;
/** Directions of lines, as steps to the next column and the next row. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

export const game = {
  name: 'connect-four',
  // Column by column, each from below; `last` is where a piece was put last.
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(null), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop({ G, playerID }, column) {
      const row = freeRow(G.cells, column);
      if (row === undefined) return INVALID_MOVE;
      G.last = column * ROWS + row;
      G.cells[G.last] = playerID;
      return undefined;
    },
  },
  endIf({ G: { cells, last } }) {
    if (last === null) return undefined;
    if (DIRECTIONS.some((direction) => isLine(cells, last, direction))) return { winner: cells[last] };
    return cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate({ cells }) {
      const moves = [];
      for (let column = 0; column < COLUMNS; column += 1) {
        if (cells[column * ROWS + ROWS - 1] === null) moves.push({ move: 'drop', args: [column] });
      }
      return moves;
    },
  },
};

function freeRow(cells, column) {
  for (let row = 0; row < ROWS; row += 1) {
    if (cells[column * ROWS + row] === null) return row;
  }
  return undefined;
}

/** Whether four of a kind lie in a line through a cell. */
function isLine(cells, at, [dx, dy]) {
  return 1 + reach(cells, at, [dx, dy]) + reach(cells, at, [-dx, -dy]) >= 4;
}

function reach(cells, at, [dx, dy]) {
  let [column, row] = [Math.floor(at / ROWS) + dx, at % ROWS + dy];
  let length = 0;
  while (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS && cells[column * ROWS + row] === cells[at]) {
    length += 1;
    column += dx;
    row += dy;
  }
  return length;
}
