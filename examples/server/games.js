/** The games of the server: two of the demo's games, as its page has them. */
import closedHands from '../../www/demo/games/closed-hands.js';
import orchard from '../../www/demo/games/orchard.js';

export const GAMES = [orchard, closedHands];
