import { NUMBER_PREFIX } from './codes.js';

/**
 * A player as the engine knows them: some games write them as numbers, which boardgame.io tells from texts. Nothing if
 * it is no player.
 *
 * @param {unknown} player
 * @param {boolean} compat
 */
export function playerName(player, compat) {
  if (typeof player === 'string') return player;
  return typeof player === 'number' ? `${compat ? NUMBER_PREFIX : ''}${player}` : undefined;
}

/** A list of players. Nothing if it is no such list. */
export function playerNames(players, compat) {
  if (!Array.isArray(players)) return undefined;
  const names = Array.from(players, (player) => playerName(player, compat));
  return names.includes(undefined) ? undefined : names;
}
