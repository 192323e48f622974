export { Client } from './lib/react/client.js';
export { Lobby } from './lib/react/lobby.js';
export { useClient } from './lib/react/client-hook.js';
export { useLobby } from './lib/react/lobby-hook.js';
export { useGame } from './lib/react/game-hook.js';
export { useEffectListener, useEffectQueue } from './lib/react/effect-hooks.js';
export { useChat, useClock, useLegalMoves, useMatchData, usePending, useRefusal } from './lib/react/selector-hooks.js';

export type { EffectQueue } from './lib/react/effect-hooks.js';
export type { BoardProps, BoardPropsOf, BoardTools, LoadingProps } from './types/board.js';
export type { EffectQueueOptions } from './types/effects.js';
export type { LobbyActions, LobbyOptions, LobbySeat, LobbyState } from './types/lobby.js';
export type * from './types/react.js';
