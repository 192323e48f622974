/** The worker of the page's bots: it knows the rules of the games that they play. `scripts/demo` bundles it, since import maps do not reach into workers. */
import { serveBots } from 'rondel/ai';
import closedShowdown from './games/closed-showdown.js';
import connectFour from './games/connect-four.js';

serveBots([connectFour, closedShowdown]);
