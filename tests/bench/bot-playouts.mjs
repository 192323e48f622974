// Random playouts without an engine: a game's own callbacks in a bare loop, and its rules written by hand for nothing else.
import { game as connectFour } from '../games/connect-four.mjs';
import { game as ticTacToe } from '../games/tic-tac-toe.mjs';

/** By the name of a game, then by how it is played. */
export const PLAYOUTS = {
  [ticTacToe.name]: {
    callbacks: () => withCallbacks(ticTacToe, { cells: Array(9).fill(null) }),
    'by hand': ticTacToeByHand,
  },
  [connectFour.name]: {
    callbacks: () => withCallbacks(connectFour, { cells: Array(42).fill(null), last: null }),
    'by hand': connectFourByHand,
  },
};

/** What nobody could leave out: a choice of what there is, the move, and the question whether that was the end. */
function withCallbacks({ ai, moves, endIf }, G) {
  const ctx = { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0, phase: null, activePlayers: null };
  for (;;) {
    const playerID = ctx.currentPlayer;
    const { move, args } = pick(ai.enumerate(G, ctx, playerID));
    moves[move]({ G, ctx, playerID }, ...args);
    const gameover = endIf({ G, ctx });
    if (gameover !== undefined) return gameover;
    ctx.turn += 1;
    ctx.playOrderPos = 1 - ctx.playOrderPos;
    ctx.currentPlayer = ctx.playOrder[ctx.playOrderPos];
  }
}

const LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

function ticTacToeByHand() {
  const sides = [0, 0];
  const free = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  for (let turn = 0; free.length > 0; turn += 1) {
    const side = turn & 1;
    sides[side] |= 1 << takenFrom(free);
    if (LINES.some((line) => (sides[side] & line) === line)) return side;
  }
  return -1;
}

const [COLUMNS, ROWS] = [7, 6];

function connectFourByHand() {
  const cells = new Int8Array(COLUMNS * ROWS);
  const heights = new Int8Array(COLUMNS);
  const open = [0, 1, 2, 3, 4, 5, 6];
  for (let turn = 0; open.length > 0; turn += 1) {
    const at = Math.floor(Math.random() * open.length);
    const column = open[at];
    const row = heights[column];
    const side = 1 + (turn & 1);
    heights[column] += 1;
    if (row === ROWS - 1) open.splice(at, 1);
    cells[column * ROWS + row] = side;
    if (isFour(cells, { column, row, side })) return side;
  }
  return 0;
}

function isFour(cells, place) {
  return line(cells, place, 0, 1) >= 4 || line(cells, place, 1, 0) >= 4 || line(cells, place, 1, 1) >= 4 || line(cells, place, 1, -1) >= 4;
}

function line(cells, place, dx, dy) {
  return 1 + run(cells, place, dx, dy) + run(cells, place, -dx, -dy);
}

function run(cells, { column, row, side }, dx, dy) {
  let length = 0;
  for (let [x, y] = [column + dx, row + dy]; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS && cells[x * ROWS + y] === side; x += dx, y += dy) length += 1;
  return length;
}

function takenFrom(list) {
  return list.splice(Math.floor(Math.random() * list.length), 1)[0];
}

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}
