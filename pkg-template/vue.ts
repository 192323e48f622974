export { Client } from './lib/vue/client.js';
export { Lobby } from './lib/vue/lobby.js';
export { useClient } from './lib/vue/client-hook.js';
export { useLobby } from './lib/vue/lobby-hook.js';
export { useGame } from './lib/vue/game-hook.js';
export { useEffectListener, useEffectQueue } from './lib/vue/effect-hooks.js';
export { useChat, useClock, useLegalMoves, useMatchData, usePending, useRefusal } from './lib/vue/selector-hooks.js';

export type { EffectQueue } from './lib/vue/effect-hooks.js';
export type { BoardProps, BoardPropsOf, BoardTools, LoadingProps } from './types/board.js';
export type { EffectQueueOptions } from './types/effects.js';
export type { LobbyActions, LobbyOptions, LobbySeat, LobbyState } from './types/lobby.js';
export type * from './types/vue.js';
