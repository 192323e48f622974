export { default as game } from '../rules/pkg/index.js';

/** Name of the game at the server. */
export const GAME_NAME = 'last-card';
