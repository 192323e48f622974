import { MOST_PLAYERS } from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { idText } from './players.js';

/** For so many players the developer of one client is warned. */
const MOST_WARNINGS = 10;
/** By client, the players that its developer was warned of. */
const warned = new WeakMap();

/**
 * Warns the developer once if the match does not have a client's player: they may spectate, and each of their moves is refused.
 *
 * @param {import('./create-client.js').SessionOwner} client
 * @param {{ numPlayers: number, playOrder: readonly unknown[] }} ctx
 */
export function warnOfUnknownPlayer(client, ctx) {
  const name = idText(client.playerID) ?? null;
  const known = warned.get(client) ?? new Set();
  if (!isDevelopment() || name === null || known.has(name) || known.size >= MOST_WARNINGS) return;
  const players = playersOf(ctx);
  if (players.length === 0 || players.includes(name)) return;
  warned.set(client, known.add(name));
  client.printMessage('warn', `Client({ playerID }): there is no player "${name}"; the players are ${players.join(', ')}`);
}

/** The players with seats, and those in the game's own turn order; none if a master's `ctx` is invalid. */
function playersOf({ numPlayers, playOrder }) {
  if (!(numPlayers <= MOST_PLAYERS) || !Array.isArray(playOrder)) return [];
  const seats = Array.from({ length: numPlayers }, (_, seat) => String(seat));
  return [...new Set([...seats, ...playOrder.map((player) => idText(player))])];
}
