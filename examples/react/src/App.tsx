import { Client } from 'rondel/client';
import { useGame } from 'rondel/react';
import { game } from './game';

const client = Client({ game });
const MARKS: Record<string, string> = { 0: '✕', 1: '○' };

export function App() {
  const { ctx } = useGame(client);
  const { gameover, currentPlayer, numMoves } = ctx;
  const placed = Boolean(numMoves) && !gameover;

  return (
    <main>
      <h1>Tic-tac-toe</h1>
      <p className="status" role="status">
        {gameover
          ? gameover.winner === null ? 'A draw' : <><Mark player={gameover.winner} /> wins</>
          : <><Mark player={currentPlayer} /> {placed ? 'may end the turn' : 'to move'}</>}
      </p>
      <Board />
      <div className="controls">
        <button disabled={!placed} onClick={() => client.undo()}>Undo</button>
        <button disabled={!placed} className="primary" onClick={() => client.events.endTurn()}>End turn</button>
        <button onClick={() => client.reset()}>New game</button>
      </div>
    </main>
  );
}

function Board() {
  const { cells, line, open } = useGame(client, ({ G, ctx }) => ({
    cells: G.cells,
    line: ctx.gameover?.line,
    open: !ctx.gameover && !ctx.numMoves,
  }));

  return (
    <div className="board">
      {cells.map((player, cell) => (
        <button
          key={cell}
          className={line?.includes(cell) ? 'cell won' : 'cell'}
          aria-label={`Cell ${cell + 1}, ${player ? MARKS[player] : 'empty'}`}
          disabled={!open || player !== null}
          onClick={() => client.moves.place(cell)}
        >
          {player && <Mark player={player} />}
        </button>
      ))}
    </div>
  );
}

function Mark({ player }: { player: string }) {
  return <span className={`mark player-${player}`}>{MARKS[player]}</span>;
}
