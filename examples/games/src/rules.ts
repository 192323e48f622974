// The rules of all games, without their boards: for the server and its bots.
import { game as chess } from './chess/game.ts';

export const games = [chess];
