export { init } from './slim-init.js';
// A copy of client.js that scripts/slim.mjs generates.
export { Client, LobbyClient, LobbyClientError, keepSeat, makeLobby } from './slim/client.js';

export type * from './client.js';
export type * from './types/slim.js';
