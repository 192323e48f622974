/**
 * The script of the worker threads in which a server's bots think, with the games of the module whose address they are started with. To bundle,
 * not to import: see "Bundling" in docs/06-hosting.md.
 */

import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveBots } from 'rondel/ai';
import { gamesIn } from './games-module.js';

// On Linux alone it is the thread's own, and the players' server goes first where both want a processor.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { games } = workerData;
import(games).then((module) => serveBots(gamesIn(module, games)));
