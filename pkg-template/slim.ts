export { init } from './slim-init.js';
// A twin that the build makes: scripts/slim.mjs.
export { Client, LobbyClient, LobbyClientError, keepSeat } from './slim/client.js';

export type * from './client.js';
export type * from './types/slim.js';
