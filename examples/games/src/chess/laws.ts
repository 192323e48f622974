// The laws of chess that chess.js knows, and those that it does not.
import { Chess, DEFAULT_POSITION } from 'chess.js';
import type { Color, PieceSymbol, Square } from 'chess.js';
import type { PlayerID } from 'rondel';

/** The squares of a move, and the piece that a pawn becomes. */
export interface Step {
  from: Square;
  to: Square;
  promotion?: PieceSymbol;
}

/** A move as the list of moves has it. */
export interface HalfMove extends Step {
  /** The move in algebraic notation, such as `'Nf3'`. */
  san: string;
  color: Color;
  piece: PieceSymbol;
  captured?: PieceSymbol;
}

export type DrawReason = 'stalemate' | 'material' | 'repetition' | 'moves' | 'agreement' | 'time';
/** `ctx.gameover`. */
export type Result =
  | { winner: PlayerID; reason: 'checkmate' | 'resignation' | 'time' }
  | { draw: true; reason: DrawReason };

/** The part of the state that results and claims depend on. */
interface Match {
  fen: string;
  positions: string[];
}

export const FIRST_FEN = DEFAULT_POSITION;

/** Returns what makes two positions the same: pieces, player, castling rights, and the square of a possible capture en passant. */
export const positionOf = (fen: string) => fen.split(' ').slice(0, 4).join(' ');

/** Returns the number of half-moves since the last capture or pawn move. */
const quietMoves = (fen: string) => Number(fen.split(' ')[4]);

/** Returns how often the present position has occurred. */
const repetitions = ({ positions }: Match) => positions.filter((position) => position === positions.at(-1)).length;

/** Returns all legal moves of a position. */
export function legalSteps(fen: string): Step[] {
  return new Chess(fen).moves({ verbose: true }).map(({ from, to, promotion }) => (promotion ? { from, to, promotion } : { from, to }));
}

/** Returns the position after a move, or `null` if the move is illegal. `step` may be anything: clients send it. */
export function playStep(fen: string, step: Step): { fen: string; half: HalfMove; isIrreversible: boolean } | null {
  if (typeof step !== 'object' || step === null) return null;
  const chess = new Chess(fen);
  try {
    const { from, to, promotion, san, color, piece, captured } = chess.move({ from: step.from, to: step.to, promotion: step.promotion });
    const half: HalfMove = { from, to, san, color, piece, ...(promotion && { promotion }), ...(captured && { captured }) };
    return { fen: chess.fen(), half, isIrreversible: quietMoves(chess.fen()) === 0 };
  } catch {
    // chess.js throws if a move is illegal.
    return null;
  }
}

/** Returns the result after a player's move, or `null` if the match goes on. */
export function resultOf(match: Match, mover: PlayerID): Result | null {
  const chess = new Chess(match.fen);
  if (chess.isCheckmate()) return { winner: mover, reason: 'checkmate' };
  if (chess.isStalemate()) return { draw: true, reason: 'stalemate' };
  if (chess.isInsufficientMaterial()) return { draw: true, reason: 'material' };
  // These need no claim.
  if (quietMoves(match.fen) >= 150) return { draw: true, reason: 'moves' };
  if (repetitions(match) >= 5) return { draw: true, reason: 'repetition' };
  return null;
}

/** Returns why the player whose turn it is may claim a draw, or `null`. */
export function canClaimDraw(match: Match): DrawReason | null {
  if (repetitions(match) >= 3) return 'repetition';
  return quietMoves(match.fen) >= 100 ? 'moves' : null;
}

/** Returns `true` if any sequence of legal moves lets this player give checkmate. Otherwise the opponent loses nothing by time. */
export function canMate(fen: string, color: Color): boolean {
  const pieces = new Chess(fen).board().flat().filter((piece) => piece !== null).filter(({ type }) => type !== 'k');
  const own = pieces.filter((piece) => piece.color === color);
  const others = pieces.filter((piece) => piece.color !== color);
  const shade = ({ square }: { square: Square }) => (square.charCodeAt(0) + Number(square[1])) % 2;
  if (own.length === 0) return false;
  // The opponent's own pieces have to take the squares that a single knight, or bishops of one colour, cannot.
  if (own.length === 1 && own[0].type === 'n') return others.some(({ type }) => type !== 'q');
  if (own.every((piece) => piece.type === 'b' && shade(piece) === shade(own[0]))) {
    return others.some((piece) => 'pn'.includes(piece.type) || (piece.type === 'b' && shade(piece) !== shade(own[0])));
  }
  return true;
}
