import type { Client, Multiplayer } from 'rondel/client';
import type { game } from '../../../games/src/oh-hell/game.ts';

/** A client of a match of Oh Hell. */
export type GameClient = Client<typeof game, Multiplayer>;
