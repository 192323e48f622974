import { USAGE, parseArguments } from './arguments.js';
import { Failure, Misuse } from './failure.js';
import { nextCommands, packageManagerOf } from './package-manager.js';
import { filesOf, ownVersion, writeProject } from './project.js';
import { Cancelled, askFolder, askOnline, askOverwrite, askTemplate } from './prompts.js';
import { readTarget, refuseExisting, removeExisting, shortPath } from './target.js';
import type { Arguments } from './arguments.js';

/** Runs the command. Resolves with its exit status. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const parsed = parseArguments(args);
    if (parsed.help) process.stdout.write(USAGE);
    else if (parsed.version) console.log(ownVersion());
    else await create(parsed);
    return 0;
  } catch (error) {
    if (error instanceof Cancelled) console.error('Cancelled. Nothing was written.');
    else if (error instanceof Failure) console.error(`create-rondel: ${error.message}`);
    else throw error;
    return error instanceof Misuse ? 2 : 1;
  }
}

async function create({ folder: given, packages, ...options }: Arguments) {
  // Without a terminal, as in CI or for an agent, nobody answers.
  const isAsking = Boolean(process.stdin.isTTY && process.stdout.isTTY) && !process.env.CI;
  if (given === undefined && !isAsking) throw new Misuse('expected a folder, such as my-game (create-rondel --help)');
  const target = readTarget(given ?? await askFolder());
  const mayRemove = options.overwrite || (isAsking && target.existing.length > 0 && await askOverwrite(target));
  if (!mayRemove) refuseExisting(target);
  const template = options.template ?? (isAsking ? await askTemplate() : 'react-ts');
  const isOnline = options.online ?? (isAsking && options.template === undefined ? await askOnline() : true);
  // All files are read before the first is removed or written.
  const files = filesOf({ name: target.name, template, isOnline, packages });
  removeExisting(target);
  writeProject(target.path, files);
  const commands = nextCommands(packageManagerOf(process.env.npm_config_user_agent), shortPath(target.path));
  console.log(`\n${target.name} is ready. Now run:\n\n${commands.map((command) => `  ${command}`).join('\n')}\n`);
}
