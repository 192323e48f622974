export { Client } from './lib/client/client.js';
export { LobbyClient, LobbyClientError } from './lib/lobby/lobby-client.js';
