// The worker of bots.test.mjs, bundled by it.
import { serveBots } from 'rondel/ai';
import { game } from '../js/ai/worker-games.mjs';

serveBots(game);
