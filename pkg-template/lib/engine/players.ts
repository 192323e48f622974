import { NUMBER_PREFIX } from './codes.js';

/** The most turns of a play order, which may name a player many times. */
export const MOST_TURNS = 10_000;

/**
 * A player as the engine knows them: some games write them as numbers, which boardgame.io distinguishes from texts.
 * Undefined if it is no player.
 */
export function playerName(player: unknown, compat: boolean) {
  if (typeof player === 'string') return player;
  return Number.isFinite(player) ? `${compat ? NUMBER_PREFIX : ''}${player}` : undefined;
}

/** A number of players; a text of digits, such as an input of a page has, is that number. Any other value is returned as it is. */
export function numberOfPlayers(numPlayers: number | undefined) {
  return typeof numPlayers === 'string' && /^\d+$/.test(numPlayers) ? Number(numPlayers) : numPlayers;
}

/** A list of players. Undefined if it is no such list, or too long for a play order. */
export function playerNames(players: unknown, compat: boolean): string[] | undefined {
  if (!Array.isArray(players) || players.length > MOST_TURNS) return undefined;
  const names = Array.from(players, (player) => playerName(player, compat));
  return names.includes(undefined) ? undefined : names as string[];
}
