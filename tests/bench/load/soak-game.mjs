/** So many moves, and the match is over. */
const MOVES = 40;

/** A board that both players write on, with chance, undo and a hand that the other does not see. */
export const game = {
  name: 'soak',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(64).fill(null), hands: { 0: ['SA', 'HK'], 1: ['D7', 'C2'] }, moves: 0 }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, ctx, random }) => {
      G.cells[random.Die(64) - 1] = ctx.currentPlayer;
      G.moves += 1;
    },
  },
  endIf: ({ G }) => (G.moves >= MOVES ? { draw: true } : undefined),
};
