// Small games that bots search, for tests of bots.
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

/** One of three cups hides a ball, which the second player cannot see; they guess at once. What the view shows of it is up to the test. */
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
