// A worker that searches for bots of games in Rust, as a page or a process would start it.
import { serveBots } from 'rondel/ai';
import { magpies, ticTacToe } from './bot-games.mjs';

serveBots([ticTacToe, magpies]);
