// Three in a row, for two players.
import { INVALID_MOVE, defineGame } from 'rondel/core';
import type { BoardProps } from 'rondel/react';

interface State {
  cells: (string | null)[];
}

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const game = defineGame({
  name: 'tic-tac-toe',
  setup: (): State => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell: number) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
  // For bots, and for the suggestions of the debug panel.
  ai: {
    enumerate: (G) => G.cells.flatMap((owner, cell) => (owner === null ? [{ move: 'mark', args: [cell] }] : [])),
  },
});

const STYLE = { width: '4rem', height: '4rem', fontSize: '1.5rem' };

export function Board({ G, ctx, moves, isActive, playerID }: BoardProps<State>) {
  return (
    <>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 4rem)', gap: 4 }}>
        {G.cells.map((owner, cell) => (
          <button key={cell} type="button" style={STYLE} disabled={!isActive || owner !== null} onClick={() => moves.mark(cell)}
            aria-label={`Cell ${cell + 1}, ${owner === null ? 'empty' : owner === '0' ? 'X' : 'O'}`}>
            {owner === null ? '' : owner === '0' ? 'X' : 'O'}
          </button>
        ))}
      </div>
      <p role="status">{textOf(ctx, playerID)}</p>
    </>
  );
}

function textOf({ gameover, currentPlayer }: BoardProps<State>['ctx'], playerID: string | null) {
  if (gameover) return gameover.draw ? 'A draw.' : gameover.winner === playerID ? 'You win.' : 'You lose.';
  return currentPlayer === playerID ? 'Your turn.' : 'The other player moves.';
}
