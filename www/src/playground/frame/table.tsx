/** A game of the playground: a board for each seat, and the debug panel. */
import { StrictMode, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Debug } from 'rondel/debug';
import { Local } from 'rondel/multiplayer';
import { Client } from 'rondel/react';

type AnyGame = Parameters<typeof Client>[0]['game'];
type AnyBoard = ComponentType<Record<string, unknown>>;

/** A game, and what is needed to play it. */
export interface Shown {
  game: AnyGame;
  board: AnyBoard;
  numPlayers: number;
}

/** Latency of the table's network in milliseconds: the panel can change it. */
const LATENCY = 40;
const MOST_SEATS = 6;

/** Returns the game that a module exports, with its `Board` and `numPlayers`; `null` if there is none. */
export function gameOf(exported: Record<string, unknown>): Shown | null {
  const { game, default: main, Board, numPlayers } = exported;
  const found = [game, main, ...Object.values(exported)].find(isGame);
  if (!found) return null;
  const count = Number.isInteger(numPlayers) ? Number(numPlayers) : Math.max(2, found.minPlayers ?? 0);
  return {
    game: found.name ? found : { ...found, name: 'game' },
    board: typeof Board === 'function' ? Board as AnyBoard : PlainBoard,
    numPlayers: Math.min(Math.max(count, 1), MOST_SEATS),
  };
}

function isGame(value: unknown): value is AnyGame & { minPlayers?: number } {
  return typeof value === 'object' && value !== null && ('moves' in value || 'setup' in value) && !('getState' in value);
}

/** Shows all seats of a match on a master in the frame. */
export function showGame({ game, board, numPlayers }: Shown): void {
  const panel = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'table-panel' }));
  const Seat = Client({ game, board, numPlayers, multiplayer: Local({ latency: LATENCY }), debug: { impl: Debug, target: panel } });
  const seats = Array.from({ length: numPlayers }, (_, seat) => String(seat));
  createRoot(document.querySelector('#app')!).render(
    <StrictMode>
      <div className="table">
        {seats.map((seat) => (
          <section key={seat} aria-label={`Player ${seat}`}>
            <h2>Player {seat}</h2>
            <Seat playerID={seat} matchID="playground" />
          </section>
        ))}
      </div>
    </StrictMode>,
  );
}

interface PlainProps {
  G: unknown;
  ctx: { currentPlayer: string; gameover?: unknown };
  moves: Record<string, (...args: unknown[]) => unknown>;
  isActive: boolean;
}

/** The board of a game without one: its state, its moves, and a field for their arguments. */
function PlainBoard(props: Record<string, unknown>) {
  const { G, ctx, moves, isActive } = props as unknown as PlainProps;
  const [args, setArgs] = useState('');
  const make = (move: PlainProps['moves'][string]): unknown => move(...argumentsOf(args));
  return (
    <>
      <pre>{JSON.stringify(G, null, 2)}</pre>
      <p>{ctx.gameover === undefined ? `Player ${ctx.currentPlayer} moves.` : `The match is over: ${JSON.stringify(ctx.gameover)}`}</p>
      <p className="moves">{Object.entries(moves).map(([name, move]) => <button key={name} type="button" disabled={!isActive} onClick={() => make(move)}>{name}</button>)}</p>
      <p><label>Arguments <input value={args} placeholder={'3, "red"'} onChange={({ target }) => setArgs(target.value)} /></label></p>
    </>
  );
}

/** Parses JSON values, separated by commas. Other text is one string. */
function argumentsOf(text: string): unknown[] {
  try {
    return JSON.parse(`[${text}]`);
  } catch {
    return [text];
  }
}
