import { runProgram } from '../rondel.js';
import { admin } from './admin.js';
import { copy } from './copy.js';

const USAGE = `Usage: rondel-server COMMAND

  admin URL …      runs an operator's command at a server. Help: rondel-server admin --help
  copy FROM TO     copies all matches of a storage into another one. Help: rondel-server copy --help
`;

export function runCommand(args: string[]) {
  return runProgram({ program: 'rondel-server', usage: USAGE, commands: { admin, copy } }, args);
}
