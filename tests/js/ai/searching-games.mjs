// Small games for tests of bots that search.
export { game as ticTacToe } from '../../games/tic-tac-toe.mjs';

/** A race: the player who takes the last of some sticks wins. A player who leaves a multiple of three cannot lose. */
export function sticks(count, fields = {}) {
  return {
    name: 'sticks',
    setup: () => ({ sticks: count }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { take: ({ G }, n) => { G.sticks -= n; } },
    endIf: ({ G, ctx }) => (G.sticks <= 0 ? { winner: ctx.currentPlayer } : undefined),
    ...fields,
    ai: { enumerate: (G) => [1, 2].filter((n) => n <= G.sticks).map((n) => ({ move: 'take', args: [n] })), ...fields.ai },
  };
}

/** One of three cups hides a ball that the second player cannot see and guesses at once. The test decides what the view shows of it. */
export function cups(fields = {}) {
  return {
    name: 'cups',
    setup: () => ({ ball: 2, seen: 'the second cup' }),
    playerView: ({ G, playerID }) => (playerID === '0' ? G : { ...G, ball: null }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { guess: ({ G, playerID }, cup) => { G.winner = cup === G.ball ? playerID : String(1 - playerID); } },
    endIf: ({ G }) => (G.winner === undefined ? undefined : { winner: G.winner }),
    ...fields,
    ai: { enumerate: () => [0, 1, 2].map((cup) => ({ move: 'guess', args: [cup] })), ...fields.ai },
  };
}
