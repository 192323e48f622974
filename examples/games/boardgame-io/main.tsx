// The boards of all players of a match on one page. vite.config.ts replaces the imports of `rondel` by `boardgame.io`.
import { useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Game } from 'rondel';
import { Local } from 'rondel/multiplayer';
import { Client } from 'rondel/react';
import { Board as ChessBoard } from '../src/chess/board.tsx';
import { game as chess } from '../src/chess/game.ts';
import { Board as StrandlineBoard } from '../src/strandline/board.tsx';
import { game as strandline } from '../src/strandline/game.ts';
import '../src/shell/style.css';

const GAMES = {
  strandline: { game: strandline, Board: StrandlineBoard, numPlayers: 3 },
  chess: { game: chess, Board: ChessBoard, numPlayers: 2 },
} as Record<string, { game: Game<any>; Board: ComponentType<any>; numPlayers: number }>;

/** The hash of the address is the name of a game. */
const { game, Board, numPlayers } = GAMES[location.hash.slice(1) || 'strandline'];
const ids = Array.from({ length: numPlayers }, (_, seat) => String(seat));
/** boardgame.io has no clock. */
const useTimeLeft = () => null;

/** Gives the board what the shell gives it in a match on Rondel. */
function Place({ playerID, ...props }: { playerID: string }) {
  const [spoken, announce] = useState('');
  const names = Object.fromEntries(ids.map((id) => [id, id === playerID ? 'You' : `Player ${Number(id) + 1}`]));
  return (
    <section className="board" aria-label={`Board of player ${Number(playerID) + 1}`}>
      <p className="hidden" role="status">{spoken}</p>
      <Board {...props} {...{ playerID, names, announce, useTimeLeft }} />
    </section>
  );
}

const Match = Client({ game, board: Place as ComponentType<any>, numPlayers, multiplayer: Local(), debug: false }) as ComponentType<any>;

createRoot(document.querySelector('#app')!).render(
  <main>
    <h1>{game.name} on boardgame.io</h1>
    {ids.map((id) => <Match key={id} playerID={id} matchID="local" />)}
  </main>,
);
