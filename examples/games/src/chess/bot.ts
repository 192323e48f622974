import { Chess } from 'chess.js';
import type { Move, PieceSymbol } from 'chess.js';
import type { PlayerID } from 'rondel';
import type { ChessState } from './game.ts';

/** Values of the pieces, in hundredths of a pawn. */
const VALUES: Record<PieceSymbol, number> = { p: 100, n: 310, b: 325, r: 500, q: 900, k: 0 };
const MATE = 100_000;
/** Moves that it looks ahead. */
const DEPTH = 2;
/** Captures that it looks ahead after these. */
const CAPTURES = 3;
/** Half-width of its choice: it plays any move that is worse than the best by less. */
const WHIM = 12;
/** It accepts a draw if it is behind by this much. */
const BEHIND = 150;

interface Options { time?: number }

/**
 * A casual player: it sees what can be taken, and mates in one, but makes no plans. It searches two moves ahead, and counts pieces and their
 * places. A bot at a seat is any class with such a `play`.
 */
export class CasualBot {
  async play({ G, ctx }: { G: ChessState; ctx: { currentPlayer: PlayerID } }, playerID: PlayerID, { time = Infinity }: Options = {}) {
    const act = (type: string, ...args: unknown[]) => ({ action: { type: 'MAKE_MOVE' as const, payload: { type, args, playerID } } });
    const chess = new Chess(G.fen);
    const isNext = ctx.currentPlayer === playerID;
    if (G.offer !== null && G.offer !== playerID) {
      const own = material(chess) * (isNext ? 1 : -1);
      if (own <= -BEHIND) return act('acceptDraw');
      if (!isNext) return act('declineDraw');
    }
    if (!isNext) return { action: null };
    const { from, to, promotion } = choose(chess, time < 1000 ? 1 : DEPTH);
    return act('move', promotion ? { from, to, promotion } : { from, to });
  }
}

/** Returns a move that is the best, or almost. */
function choose(chess: Chess, depth: number): Move {
  let best = -Infinity;
  const rated = sorted(chess.moves()).map((san) => {
    const move = chess.move(san);
    // A move that is much worse than the best needs no exact value.
    const value = chess.isCheckmate() ? MATE : gain(move) - search(chess, depth - 1, -Infinity, gain(move) - best + WHIM);
    chess.undo();
    best = Math.max(best, value);
    return { move, value };
  });
  const good = rated.filter(({ value }) => value > best - WHIM);
  return good[Math.floor(Math.random() * good.length)].move;
}

/** Returns what the player whose turn it is can gain from here on, by alpha-beta search. */
function search(chess: Chess, depth: number, alpha: number, beta: number): number {
  let best = depth > 0 ? -Infinity : 0;
  if (best >= beta || depth <= -CAPTURES) return best;
  const moves = chess.moves();
  if (moves.length === 0) return chess.isCheck() ? -MATE - depth : 0;
  for (const san of sorted(depth > 0 ? moves : moves.filter(isTaking))) {
    const move = chess.move(san);
    const value = gain(move) - search(chess, depth - 1, gain(move) - beta, gain(move) - Math.max(alpha, best));
    chess.undo();
    best = Math.max(best, value);
    if (best >= beta) break;
  }
  return best;
}

const isTaking = (san: string) => san.includes('x') || san.includes('=Q');

/** Puts moves first that are likely to be good, so that the search can skip more of the others. */
const sorted = (moves: string[]) => [...moves.filter(isTaking), ...moves.filter((san) => !isTaking(san))];

/** Returns what a move changes for its player: pieces, and their places. */
function gain({ piece, promotion, captured, from, to, color, flags }: Move): number {
  const castles = flags.includes('k') || flags.includes('q') ? 40 : 0;
  return (captured ? VALUES[captured] : 0) + (promotion ? VALUES[promotion] - VALUES.p : 0) + place(piece, to, color) - place(piece, from, color) + castles;
}

/** Rates a place: pawns advance, kings stay at home, all others like the centre. */
function place(piece: PieceSymbol, square: string, color: string): number {
  const file = square.charCodeAt(0) - 97;
  const rank = color === 'w' ? Number(square[1]) - 1 : 8 - Number(square[1]);
  const centre = 7 - Math.abs(file - 3.5) - Math.abs(rank - 3.5);
  if (piece === 'p') return rank * 4 + (file > 1 && file < 6 ? Math.min(rank, 3) * 5 : 0);
  if (piece === 'k') return -rank * 12;
  if (piece === 'r' || piece === 'q') return centre;
  return centre * 5;
}

/** Returns the material of the player whose turn it is, minus the opponent's. */
function material(chess: Chess): number {
  return chess.board().flat().reduce((sum, piece) => (piece ? sum + VALUES[piece.type] * (piece.color === chess.turn() ? 1 : -1) : sum), 0);
}
