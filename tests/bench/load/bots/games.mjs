// The games of scripts/load bots; the module that worker threads have them from.
import { game } from '../../../games/connect-four.mjs';
import { board } from '../strangers/games.mjs';

export const connectFour = game;
export const games = [board, connectFour];
