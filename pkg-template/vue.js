export { Client } from './lib/vue/client.js';
export { Lobby } from './lib/vue/lobby.js';
export { useClient } from './lib/vue/client-hook.js';
export { useLobby } from './lib/vue/lobby-hook.js';
export { useGame } from './lib/vue/game-hook.js';
export { useChat, useLegalMoves, useMatchData, usePending, useRefusal } from './lib/vue/selector-hooks.js';
