import { messageOf } from '../util/print.js';
import { printable } from '../util/foreign-text.js';

const HELP = ['--help', '-h', 'help'];

/** Output of a command. `isDone` is `false` if it failed. Default: `true`. */
export interface CommandResult {
  text: string;
  isDone?: boolean;
}

export interface Program {
  /** `rondel` or `rondel-server`. */
  program: string;
  /** Printed for `--help`. */
  usage: string;
  commands: Record<string, (args: string[]) => Promise<CommandResult>>;
}

/** Exit statuses: success, failure, invalid arguments. */
const [DONE, NOT_DONE, MISUSED] = [0, 1, 2];

/** Runs a command of a program, and resolves with the exit status. */
export async function runProgram({ program, usage, commands }: Program, [name, ...args]: string[]) {
  try {
    if (HELP.includes(name)) return print(usage);
    if (!Object.hasOwn(commands, name ?? '')) return fail(`${program}: expected a command: ${Object.keys(commands).join(' or ')} (${program} --help)`, MISUSED);
    const { text, isDone = true } = await commands[name](args);
    print(text);
    return isDone ? DONE : NOT_DONE;
  } catch (error) {
    return fail(messageOf(error), Object(error).isMisuse === true ? MISUSED : NOT_DONE);
  }
}

function print(text: string) {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return DONE;
}

function fail(message: string, status: number) {
  process.stderr.write(`${message.split('\n').map(printable).join('\n')}\n`);
  return status;
}
