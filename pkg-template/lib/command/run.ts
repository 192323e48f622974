import { buildGame } from './build-game.js';
import { runProgram } from './program.js';
import { simulate } from './simulate.js';

const USAGE = `Usage: rondel COMMAND

  build-game       makes an npm package of a game in Rust; rondel build-game --help says more
  simulate FILE    has bots play a game many times, and counts who wins; rondel simulate --help says more

The commands for servers are those of the package rondel-server: npx rondel-server --help
`;

export function runCommand(args: string[]) {
  return runProgram({ program: 'rondel', usage: USAGE, commands: { 'build-game': buildGame, simulate } }, args);
}
