export { init, initOnline } from './slim-init.js';
export { Client, LobbyClient, LobbyClientError } from './slim/client.js';
