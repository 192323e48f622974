// The rules of all games, without their boards: for the server and its bots.
import { game as chess } from './chess/game.ts';
import { game as ohHell } from './oh-hell/game.ts';
import { game as strandline } from './strandline/game.ts';

export const games = [chess, ohHell, strandline];
