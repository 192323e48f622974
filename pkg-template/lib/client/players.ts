import { MOST_PLAYERS } from '../engine/codes.js';

/** ID of a seat at a master; `null` for a spectator. */
export type SeatID = string | null | undefined;

/** Returns the ID of a player or a match as text: a page may give a number. */
export function idText(id: unknown): string | null | undefined {
  return id === null || id === undefined ? id : String(id);
}

/** Returns the ID of a seat as text. An empty form field or URL parameter means a spectator. */
export function seatText(id: unknown) {
  return idText(id) === '' ? null : idText(id);
}

/** Returns the ID of a match as the page gave it. Default: `'default'`, as in boardgame.io. */
export function matchOf(id: string | undefined) {
  return idText(id) ? id : 'default';
}

/** Returns the players with seats and those in the game's turn order; an empty list if a master's `ctx` is invalid. */
export function playersOf({ numPlayers, playOrder }: { numPlayers: number; playOrder: readonly unknown[] }) {
  if (!(numPlayers <= MOST_PLAYERS) || !Array.isArray(playOrder)) return [];
  const seats = Array.from({ length: numPlayers }, (_, seat) => String(seat));
  return [...new Set([...seats, ...playOrder.map((player) => idText(player))])];
}
