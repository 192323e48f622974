import type { ActionError, FilteredMetadata, LobbyAPI, PlayerID } from 'rondel';
import type { Connection } from 'rondel/client';

const TYPES: Record<string, string> = {
  'action/gameover': 'The match is over.',
  'action/inactive_player': 'It is not your turn.',
  'action/invalid_move': 'This move is not possible.',
  'connection/unreachable': 'The server does not answer. Trying again …',
  'match/not_found': 'There is no such match.',
  'match/seat_lost': 'This seat is no longer yours.',
  'update/unanswered': 'The server did not answer. Try it again.',
};

/** Returns the reason of a refusal, for players. */
export const textOfRefusal = ({ type }: ActionError<string>) => TYPES[type] ?? 'The server has refused this.';

/** Returns the status of the connection, for players. */
export function textOfConnection({ status, reason }: Connection): string {
  if (reason) return textOfRefusal(reason);
  return status === 'connected' ? 'Connected.' : 'Connecting …';
}

/** Returns what the players of a match are called. Players with the same name, such as bots, have the number of their seat. */
export function namesOf(players: FilteredMetadata, playerID: PlayerID | null): Record<PlayerID, string> {
  return Object.fromEntries(players.map(({ id, name = 'Free seat' }) => {
    const isAlone = name === 'Free seat' || players.every((other) => other.id === id || other.name !== name);
    return [id, String(id) === playerID ? 'You' : isAlone ? name : `${name}, seat ${id + 1}`];
  }));
}

/** Returns the players of a match, for a list. */
export const textOfPlayers = ({ players }: LobbyAPI.Match) => players.map(({ name }) => name ?? 'free seat').join(', ');

/** Returns `true` if somebody can join the match. */
export const hasFreeSeat = ({ players, gameover }: LobbyAPI.Match) => !gameover && players.some(({ name }) => name === undefined);
