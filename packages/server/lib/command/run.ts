import { runProgram } from '../rondel.js';
import { admin } from './admin.js';
import { copy } from './copy.js';

const USAGE = `Usage: rondel-server COMMAND

  admin URL …      asks a server for what its operator wants; rondel-server admin --help says more
  copy FROM TO     copies all matches of a storage into another one; rondel-server copy --help says more
`;

export function runCommand(args: string[]) {
  return runProgram({ program: 'rondel-server', usage: USAGE, commands: { admin, copy } }, args);
}
