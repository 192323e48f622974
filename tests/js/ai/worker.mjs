// A worker as tests start it.
import { serveBots } from '../../../pkg/lib/ai/serve-bots.js';
import { game } from './worker-games.mjs';

serveBots([{ name: 'another' }, game]);
