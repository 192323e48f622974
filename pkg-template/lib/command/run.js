import { printable } from '../util/printable.js';
import { messageOf } from '../util/print.js';
import { admin } from './admin.js';
import { buildGame } from './build-game.js';
import { copy } from './copy.js';
import { Misuse } from '../util/misuse.js';
import { simulate } from './simulate.js';

const USAGE = `Usage: rondel COMMAND

  admin URL …      asks a server for what its operator wants; rondel admin --help says more
  build-game       makes an npm package of a game in Rust; rondel build-game --help says more
  copy FROM TO     copies all matches of a storage into another one; rondel copy --help says more
  simulate FILE    has bots play a game many times, and counts who wins; rondel simulate --help says more
`;
const COMMANDS = { admin, 'build-game': buildGame, copy, simulate };
const HELP = ['--help', '-h', 'help'];

/** The exit status: it was done; it was not; the arguments make no sense. */
const [DONE, NOT_DONE, MISUSED] = [0, 1, 2];

/**
 * Runs a command of the package's, and resolves with the status that the process ends with.
 *
 * @param {string[]} args
 */
export async function runCommand([name, ...args]) {
  try {
    if (HELP.includes(name)) return print(USAGE);
    if (!Object.hasOwn(COMMANDS, name ?? '')) throw new Misuse('rondel: expected a command: admin, build-game, copy or simulate (rondel --help)');
    const { text, isDone = true } = await COMMANDS[name](args);
    print(text);
    return isDone ? DONE : NOT_DONE;
  } catch (error) {
    process.stderr.write(`${messageOf(error).split('\n').map(printable).join('\n')}\n`);
    return Object(error).isMisuse === true ? MISUSED : NOT_DONE;
  }
}

function print(text) {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return DONE;
}
