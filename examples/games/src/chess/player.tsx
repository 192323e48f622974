import type { Color, PieceSymbol } from 'chess.js';
import type { PlayerID } from 'rondel';
import type { TableProps } from '../shell/game-module.ts';
import type { game } from './game.ts';
import type { HalfMove } from './laws.ts';
import { Piece } from './pieces.tsx';
import { COLORS, PIECES } from './texts.ts';

interface Props {
  useTimeLeft: TableProps<typeof game>['useTimeLeft'];
  playerID: PlayerID;
  name: string;
  color: Color;
  moves: readonly HalfMove[];
  /** Time before the player's first turn, in milliseconds. The clock does not know it before. */
  firstTime: number | undefined;
  isNext: boolean;
}

const ORDER = 'qrbnp';
/** Milliseconds below which a clock shows tenths, and hurries. */
const SHORT = 10_000;

/** A player: name, captured pieces, and clock. */
export function Player({ useTimeLeft, playerID, name, color, moves, firstTime, isNext }: Props) {
  const left = useTimeLeft(playerID) ?? firstTime;
  const captured = moves.flatMap((half) => (half.color === color && half.captured ? [half.captured] : []))
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return (
    <div className={isNext ? 'player next' : 'player'}>
      <span className="name"><b>{name}</b> <small>{COLORS[color]}</small></span>
      {captured.length > 0 && <Captured pieces={captured} color={color === 'w' ? 'b' : 'w'} />}
      {left !== undefined && <time className={left < SHORT ? 'clock short' : 'clock'} aria-label={`Time of ${COLORS[color]}`}>{textOfTime(left)}</time>}
    </div>
  );
}

function Captured({ pieces, color }: { pieces: PieceSymbol[]; color: Color }) {
  return (
    <span className="captured" role="img" aria-label={`Captured: ${pieces.map((type) => PIECES[type]).join(', ')}`}>
      {pieces.map((type, at) => <Piece key={at} type={type} color={color} />)}
    </span>
  );
}

/** Returns minutes and seconds, and tenths of a second when they matter. */
function textOfTime(left: number): string {
  const seconds = left < SHORT ? (left / 1000).toFixed(1) : String(Math.floor(left / 1000) % 60);
  return `${Math.floor(left / 60_000)}:${seconds.padStart(left < SHORT ? 4 : 2, '0')}`;
}
