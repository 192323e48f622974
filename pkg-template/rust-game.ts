export { fetched, inlined, rustGame } from './lib/game/rust-game.js';

export type * from './types/rust-game.js';
