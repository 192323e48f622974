import type { TableProps } from '../shell/game-module.ts';
import type { game } from './game.ts';

export function Board({ G, moves, names }: TableProps<typeof game>) {
  return <button type="button" onClick={() => moves.move({ from: 'e2', to: 'e4' })}>{G.fen} {names[0]}</button>;
}
