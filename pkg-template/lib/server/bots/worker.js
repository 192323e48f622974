// A thread that thinks for the bots of a server. It has the games from the module whose address it is started with.
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveBots } from '../../ai/serve-bots.js';
import { gamesIn } from './games-module.js';

// On Linux alone it is the thread's own, and the players' server goes first where both want a processor.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { games } = workerData;
import(games).then((module) => serveBots(gamesIn(module, games)));
