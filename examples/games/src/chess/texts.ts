import type { Color, PieceSymbol, Square } from 'chess.js';
import type { PlayerID } from 'rondel';
import { otherPlayer } from './game.ts';
import type { ChessState } from './game.ts';
import type { HalfMove, Result } from './laws.ts';

export const COLORS: Record<Color, string> = { w: 'White', b: 'Black' };
export const PIECES: Record<PieceSymbol, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

const REASONS: Record<Result['reason'], string> = {
  checkmate: 'by checkmate',
  resignation: 'by resignation',
  time: 'on time',
  stalemate: 'by stalemate',
  material: 'because nobody can give checkmate',
  repetition: 'by repetition',
  moves: 'after fifty moves without a capture or a pawn move',
  agreement: 'by agreement',
};

/** Returns the name of a square with its piece, such as `'White knight, g1'`. */
export function nameOfSquare(square: Square, piece: { color: Color; type: PieceSymbol } | undefined): string {
  return `${piece ? `${COLORS[piece.color]} ${PIECES[piece.type]}` : 'Empty'}, ${square}`;
}

/** Returns a move for screen readers, such as `'White knight, g1 to f3, check.'`. */
export function textOfMove({ color, piece, from, to, captured, promotion, san }: HalfMove): string {
  const parts = [`${COLORS[color]} ${PIECES[piece]}`, `${from} to ${to}`];
  if (san.startsWith('O-O')) parts.splice(0, 2, `${COLORS[color]} castles ${san.startsWith('O-O-O') ? 'queenside' : 'kingside'}`);
  if (captured) parts.push(`takes ${PIECES[captured]}`);
  if (promotion) parts.push(`becomes a ${PIECES[promotion]}`);
  if (san.endsWith('+')) parts.push('check');
  if (san.endsWith('#')) parts.push('checkmate');
  return `${parts.join(', ')}.`;
}

export function textOfResult(result: Result, names: Record<PlayerID, string>): string {
  const reason = REASONS[result.reason];
  return 'winner' in result ? `${names[result.winner]} won ${reason}.` : `A draw ${reason}.`;
}

/** Returns what the match waits for, or its result. */
export function textOfStatus(G: ChessState, currentPlayer: PlayerID, playerID: PlayerID | null, names: Record<PlayerID, string>): string {
  if (G.result) return textOfResult(G.result, names);
  const { offer } = G;
  const turn = currentPlayer === playerID ? 'Your move.' : `${names[currentPlayer]} is to move.`;
  if (offer !== null) return `${offer === playerID ? `You offer a draw to ${names[otherPlayer(offer)]}` : `${names[offer]} offers a draw`}. ${turn}`;
  return G.moves.at(-1)?.san.endsWith('+') ? `Check! ${turn}` : turn;
}
