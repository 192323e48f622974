// The games whose speed is compared. Each is written once and runs on both engines.

/**
 * A scenario: a game, how its client is brought to the start, and one move of play.
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} bar how many times faster than boardgame.io Rondel has to be
 * @property {number} moves how many moves one call of `step` makes
 * @property {() => object} game
 * @property {(client: object, i: number) => void} step
 * @property {boolean} [isShort] whether a client is made for each 200 moves, which counts, and dropped as it is: so do
 *   simulations and tests
 */

/** @type {Scenario[]} */
export const SCENARIOS = [
  board('9-cell board, maxMoves: 1', { bar: 20 }),
  {
    name: '9-cell board, endTurn() in the move',
    bar: 20,
    moves: 1,
    game: () => ({
      setup: cells,
      moves: { mark: (context, id) => { mark(context, id); context.events.endTurn(); } },
    }),
    step: (client, i) => client.moves.mark(i % 9),
  },
  {
    name: 'setActivePlayers, answer, back',
    bar: 15,
    moves: 2,
    game: () => ({
      setup: () => ({ asked: 0, answered: 0 }),
      moves: {
        ask: ({ G, events }) => {
          G.asked += 1;
          events.setActivePlayers({ others: 'answer', minMoves: 1, maxMoves: 1 });
        },
      },
      turn: { stages: { answer: { moves: { answer: ({ G }) => { G.answered += 1; } } } } },
    }),
    step: (client) => {
      client.updatePlayerID('0');
      client.moves.ask();
      client.updatePlayerID('1');
      client.moves.answer();
    },
  },
  objects(2000, { bar: 25 }),
  objects(20000, { bar: 8 }),
  board('9-cell board, a new client every 200 moves', { bar: 25, isShort: true }),
  objects(2000, { bar: 30, isShort: true }),
];

/** A board of which each move marks a cell. */
function board(name, options) {
  return {
    name,
    moves: 1,
    game: () => ({ setup: cells, moves: { mark }, turn: { minMoves: 1, maxMoves: 1 } }),
    step: (client, i) => client.moves.mark(i % 9),
    ...options,
  };
}

/** A move that changes one object among many. */
function objects(count, options) {
  return {
    name: `1 of ${count.toLocaleString('en')} objects${options.isShort ? ', a new client every 200 moves' : ''}`,
    moves: 1,
    game: () => ({
      setup: () => ({ things: Array.from({ length: count }, (_, id) => ({ id, x: 0, y: 0, owner: null })) }),
      moves: { push: ({ G, playerID }, id) => { G.things[id].x += 1; G.things[id].owner = playerID; } },
      turn: { maxMoves: 1 },
    }),
    step: (client, i) => client.moves.push((i * 7919) % count),
    ...options,
  };
}

function cells() {
  return { cells: Array(9).fill(null) };
}

function mark({ G, ctx }, id) {
  G.cells[id] = ctx.currentPlayer;
}
