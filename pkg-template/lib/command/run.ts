import { buildGame } from './build-game.js';
import { runProgram } from './program.js';
import { simulate } from './simulate.js';

const USAGE = `Usage: rondel COMMAND

  build-game       builds an npm package of a game in Rust. Help: rondel build-game --help
  simulate FILE    plays a game many times with bots, and counts the winners. Help: rondel simulate --help

The package rondel-server has the commands for servers: npx rondel-server --help
`;

export function runCommand(args: string[]) {
  return runProgram({ program: 'rondel', usage: USAGE, commands: { 'build-game': buildGame, simulate } }, args);
}
