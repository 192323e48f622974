/**
 * Client and core for a page and its game: `rondel/client` and `rondel/core`, and all types with boardgame.io's names.
 */

export { Client, keepSeat, LobbyClient, LobbyClientError, makeLobby } from './client.js';
export {
  ActivePlayers, current, defineGame, describeLog, effect, GameMethod, INVALID_MOVE, invalid, legacyGame, original, PlayerView, Stage, TurnOrder,
} from './core.js';

export type * from './client.js';
export type * from './core.js';
export type * from './types/game.js';
export type * as default from './types/game.js';
// Two of the entries above export a type of this name.
export type { Store } from './types/game.js';
