// Bots think here, so that the page stays responsive.
import { serveBots } from 'rondel/ai';
import { game } from './game.ts';

serveBots([game]);
