import type { LobbyAPI } from 'rondel';

type Match = LobbyAPI.Match;

/** Returns bots for the last seats of a new match. */
export function botsAt(numPlayers: number, bots: number) {
  const seats = Array.from({ length: bots }, (_, at) => [String(numPlayers - 1 - at), 'medium']);
  return Object.fromEntries(seats) as Record<string, string>;
}

/** Returns the players of a match, for a list. */
export const playersText = ({ players }: Match) => players.map(({ name }) => name ?? 'free seat').join(', ');

/** Returns `true` if somebody can join the match. */
export const hasFreeSeat = ({ players, gameover }: Match) => !gameover && players.some(({ name }) => name === undefined);
