export { Client } from './lib/client/client.js';
export { keepSeat } from './lib/lobby/keep-seat.js';
export { makeLobby } from './lib/lobby/lobby.js';
export { LobbyClient, LobbyClientError } from './lib/lobby/lobby-client.js';

export type { ClientFactory } from './lib/client/client.js';
export type * from './types/client.js';
export type { EnabledIn, StateOf, ViewOf } from './types/inferred.js';
export type * from './types/inspect.js';
export type { Lobby, LobbyActions, LobbyOptions, LobbySeat, LobbyState } from './types/lobby.js';
export type { KeptSeat, SeatKeeper, SeatStorage } from './types/seats.js';
