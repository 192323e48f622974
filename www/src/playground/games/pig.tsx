// Roll as often as you dare, and hold before you roll a one. Thirty points win. The turn lasts 20 seconds.
import { INVALID_MOVE, defineGame } from 'rondel/core';
import { useClock, type BoardProps } from 'rondel/react';

interface State {
  points: number[];
  pot: number;
  die: number | null;
}

export const game = defineGame({
  name: 'pig',
  setup: ({ ctx }): State => ({ points: Array(ctx.numPlayers).fill(0), pot: 0, die: null }),

  turn: {
    time: 20_000,
    onBegin: ({ G }) => { G.pot = 0; },
    onTimeout: { move: 'hold' },
  },

  moves: {
    roll: ({ G, random, events }) => {
      G.die = random.D6();
      if (G.die === 1) events.endTurn();
      else G.pot += G.die;
    },
    hold: ({ G, playerID, events }) => {
      if (G.pot === 0) return INVALID_MOVE;
      G.points[Number(playerID)] += G.pot;
      events.endTurn();
    },
  },

  endIf: ({ G, ctx }) => (G.points[Number(ctx.currentPlayer)] >= 30 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: (G) => (G.pot === 0 ? [{ move: 'roll' }] : [{ move: 'roll' }, { move: 'hold' }]) },
});

export function Board({ G, ctx, moves, isActive, playerID }: BoardProps<State>) {
  const left = useClock(ctx.currentPlayer);
  return (
    <>
      <p>Points: {G.points.join(' to ')}. Last die: {G.die ?? 'none'}. Pot: {G.pot}</p>
      <p role="status">
        {ctx.gameover ? (ctx.gameover.winner === playerID ? 'You win.' : 'You lose.') : isActive ? 'Your turn.' : 'The other player rolls.'}
      </p>
      {left !== null && <p>{Math.ceil(left / 1000)} seconds</p>}
      <p style={{ display: 'flex', gap: 6 }}>
        <button type="button" disabled={!isActive} onClick={() => moves.roll()}>Roll</button>
        <button type="button" disabled={!isActive || G.pot === 0} onClick={() => moves.hold()}>Hold</button>
      </p>
    </>
  );
}
