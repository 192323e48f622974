import { MOST_PLAYERS } from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { idText } from './players.js';

/** Of so many players the developer of one client is told. */
const MOST_TOLD = 10;
/** By client, the players that its developer has been told of. */
const told = new WeakMap();

/**
 * Tells the developer once of a client's player whom the match does not have: they may look on, and each of their moves is refused.
 *
 * @param {import('./create-client.js').SessionOwner} client
 * @param {{ numPlayers: number, playOrder: readonly unknown[] }} ctx
 */
export function warnOfStranger(client, ctx) {
  const name = idText(client.playerID) ?? null;
  const known = told.get(client) ?? new Set();
  if (!isDevelopment() || name === null || known.has(name) || known.size >= MOST_TOLD) return;
  const players = playersOf(ctx);
  if (players.length === 0 || players.includes(name)) return;
  told.set(client, known.add(name));
  client.tell('warn', `Client({ playerID }): there is no player "${name}"; the players are ${players.join(', ')}`);
}

/** Those that have seats, and those whom the game's own turn order names; none of a master's `ctx` that makes no sense. */
function playersOf({ numPlayers, playOrder }) {
  if (!(numPlayers <= MOST_PLAYERS) || !Array.isArray(playOrder)) return [];
  const seats = Array.from({ length: numPlayers }, (_, seat) => String(seat));
  return [...new Set([...seats, ...playOrder.map((player) => idText(player))])];
}
