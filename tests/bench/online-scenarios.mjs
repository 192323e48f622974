// The games whose online play is compared. Each is written once and runs on both engines; its move is `mark(i)`.

/**
 * @typedef {object} OnlineScenario
 * @property {string} name
 * @property {() => object} game
 * @property {'moves' | 'flow' | 'none'} [predict] how far Rondel's clients go ahead of the master
 * @property {boolean} [isShort] new clients are created for every 200 moves and dropped without `dispose`
 * @property {boolean} [isFresh] the first 100 moves of a process
 * @property {boolean} [isTooMuch] boardgame.io cannot play it
 * @property {boolean} [legacy] whether the master gets actions as boardgame.io's clients send them
 */

/** Two clients of a master in the page. */
/** @type {OnlineScenario[]} */
export const MATCHES = [
  { name: 'Local(), two clients', game: board },
  { name: 'Local(), two clients, all in one turn', game: oneTurn },
  { name: 'Local(), two new clients every 200 moves', game: board, isShort: true },
  { name: 'Local(), the first 100 moves of a fresh page', game: board, isFresh: true },
  { name: "Local(), predict: 'flow'", game: board, predict: 'flow' },
  { name: "Local(), predict: 'none'", game: board, predict: 'none' },
];

/** A master alone, and what it sends two viewers. */
/** @type {OnlineScenario[]} */
export const MASTERS = [
  { name: 'Master, two viewers', game: board },
  { name: 'Master, two viewers, deltaState: true', game: () => board({ deltaState: true }) },
  { name: 'Master, one of 10,000 numbers, deltaState: true', game: numbers, isTooMuch: true },
  { name: "Master, two viewers, boardgame.io's clients", game: board, legacy: true },
  { name: "Master, deltaState: true, boardgame.io's clients", game: () => board({ deltaState: true }), legacy: true },
];

/** A board of 64 cells and a hand for each player, which the other does not see; turns of one move. */
export function board(game = {}) {
  return {
    setup: () => ({
      cells: Array(64).fill(null),
      hands: { 0: ['SA', 'HK', 'D7', 'C2', 'S9'], 1: ['HA', 'DK', 'C7', 'S2', 'H9'] },
    }),
    playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
    // Something changes at each move, however long the match is.
    moves: { mark: ({ G, playerID }, id) => { G.cells[id] = G.cells[id] === playerID ? null : playerID; } },
    turn: { minMoves: 1, maxMoves: 1 },
    ...game,
  };
}

/** The same with all players active. */
export function oneTurn() {
  return board({ turn: { activePlayers: { all: null } } });
}

/** A long list of which one element changes. */
export function numbers() {
  return {
    deltaState: true,
    setup: () => ({ numbers: Array.from({ length: 10000 }, (_, i) => i) }),
    moves: { mark: ({ G }, id) => { G.numbers[id * 150] += 1; } },
    turn: { minMoves: 1, maxMoves: 1 },
  };
}
