// The games whose speed is compared. Each is written once and runs on both engines.

/**
 * A game, and one move of play.
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} moves how many moves one call of `step` makes
 * @property {() => object} game
 * @property {(client: object, i: number) => void} step
 * @property {boolean} [isShort] a client is created for every 200 moves and dropped without `dispose`, as simulations and tests do
 * @property {boolean} [isFresh] the first 100 moves of a process
 */

/** @type {Scenario[]} */
export const SCENARIOS = [
  board('9-cell board, maxMoves: 1'),
  read(board('9-cell board, getState() after each move')),
  {
    name: '9-cell board, endTurn() in the move',
    moves: 1,
    game: () => ({
      setup: cells,
      moves: { mark: (context, id) => { mark(context, id); context.events.endTurn(); } },
    }),
    step: (client, i) => client.moves.mark(i % 9),
  },
  {
    name: 'setActivePlayers, answer, back',
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
  objects(2000),
  objects(20000),
  board('9-cell board, a new client every 200 moves', { isShort: true }),
  read(board('9-cell board, a new client every 200 moves, getState() after each move', { isShort: true })),
  objects(2000, { isShort: true }),
  board('9-cell board, the first 100 moves of a fresh page', { isFresh: true }),
];

/** The same scenario for a page that reads the state after each step. */
function read({ step, ...scenario }) {
  return {
    ...scenario,
    step(client, i) {
      step(client, i);
      const { G, ctx } = client.getState();
      if (!G || !ctx) throw new Error('A state without `G` or `ctx`.');
    },
  };
}

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
function objects(count, options = {}) {
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
