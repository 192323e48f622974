// A worker in which bots of the page search.
import { serveBots } from 'rondel/ai';
import { game } from '../games/connect-four.mjs';

serveBots(game);
