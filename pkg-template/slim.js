export { init } from './slim-init.js';
export { Client, LobbyClient, LobbyClientError, keepSeat } from './slim/client.js';
