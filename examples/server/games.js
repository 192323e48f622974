/** The games of the server: two of the demo's games, as its page has them. */
import closedHands from '../../www/games/closed-hands.js';
import orchard from '../../www/games/orchard.js';

export const GAMES = [orchard, closedHands];
