export { Client } from './lib/client/client.js';
export { keepSeat } from './lib/lobby/keep-seat.js';
export { LobbyClient, LobbyClientError } from './lib/lobby/lobby-client.js';
