/**
 * What a page and its game need: `rondel/client` and `rondel/core`, with all types under boardgame.io's names.
 */

export { Client, keepSeat, LobbyClient, LobbyClientError } from './client.js';
export {
  ActivePlayers, current, defineGame, describeLog, GameMethod, INVALID_MOVE, invalid, legacyGame, original, PlayerView, Stage, TurnOrder,
} from './core.js';

export type * from './client.js';
export type * from './core.js';
export type * from './types/game.js';
export type * as default from './types/game.js';
// Two of these have one of this name.
export type { Store } from './types/game.js';
