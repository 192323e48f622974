import type { ActionError, PlayerID } from 'rondel';
import type { Connection } from 'rondel/client';
import { winnersOf, type State } from './view.ts';

/** Texts for the reasons that the rules give to `invalid`. */
const REASONS: Record<string, string> = {
  'not-yours': 'You do not have this card.',
  'no-match': 'Play a card of the same suit or rank.',
  'can-play': 'You have a card that you can play.',
};

/** Texts for refusals by Rondel. */
const TYPES: Record<string, string> = {
  'action/gameover': 'The match is over.',
  'action/inactive_player': 'It is not your turn.',
  'connection/unreachable': 'The server does not answer. Trying again …',
  'match/not_found': 'There is no such match.',
  'match/seat_lost': 'This seat is no longer yours.',
  'update/unanswered': 'The server did not answer. Try it again.',
};

/** Returns the reason of a refusal, for players. */
export function textOfRefusal({ type, payload }: ActionError<string>): string {
  if (type === 'action/invalid_move') return REASONS[payload ?? ''] ?? 'This move is not possible.';
  return TYPES[type] ?? 'The server has refused this.';
}

/** Returns the status of the connection, for players. */
export function textOfConnection({ status, reason }: Connection): string {
  if (reason) return textOfRefusal(reason);
  return status === 'connected' ? 'Connected' : 'Connecting …';
}

/** Returns who is next, or who has won. */
export function textOfTurn({ ctx }: State, playerID: PlayerID | null, nameOf: (id: PlayerID) => string): string {
  const winners = winnersOf(ctx);
  if (winners) return `${winners.map(nameOf).join(' and ')} won.`;
  if (ctx.currentPlayer !== playerID) return `${nameOf(ctx.currentPlayer)} is next.`;
  return 'Your turn: play a card of the same suit or rank, or draw one.';
}
