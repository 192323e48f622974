export { Client } from './lib/react/client.js';
export { useClient } from './lib/react/client-hook.js';
export { useGame } from './lib/react/game-hook.js';
