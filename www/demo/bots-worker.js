/** The worker of the page's bots, with the rules of their games. `scripts/demo` bundles it, because import maps do not apply to workers. */
import { serveBots } from 'rondel/ai';
import closedShowdown from './games/closed-showdown.js';
import connectFour from './games/connect-four.js';

serveBots([connectFour, closedShowdown]);
