import { isDevelopment } from '../util/environment.js';
import { idText } from './players.js';

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
  if (!isDevelopment() || name === null || told.get(client)?.has(name)) return;
  const players = playersOf(ctx);
  if (players.includes(name)) return;
  told.set(client, (told.get(client) ?? new Set()).add(name));
  client.tell('warn', `Client({ playerID }): there is no player "${name}"; the players are ${players.join(', ')}`);
}

/** Those that have seats, and those whom the game's own turn order names. */
function playersOf({ numPlayers, playOrder }) {
  const seats = Array.from({ length: numPlayers }, (_, seat) => String(seat));
  return [...new Set([...seats, ...playOrder.map(String)])];
}
