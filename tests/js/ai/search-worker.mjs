// A worker whose bots search.
import { serveBots } from 'rondel/ai';
import { game as connectFour } from '../../games/connect-four.mjs';
import { game as ticTacToe } from '../../games/tic-tac-toe.mjs';
import { game as whist } from '../../games/whist.mjs';

serveBots([connectFour, ticTacToe, whist]);
