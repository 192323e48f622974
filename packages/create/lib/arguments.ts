import { parseArgs } from 'node:util';
import { Misuse } from './failure.js';
import { TEMPLATES, TEMPLATE_NAMES, isTemplateName } from './templates.js';
import type { TemplateName } from './templates.js';

/** Arguments of the command. `undefined` means that it was not given. */
export interface Arguments {
  folder: string | undefined;
  template: TemplateName | undefined;
  online: boolean | undefined;
  overwrite: boolean;
  /** Folder with the tarballs of the packages. */
  packages: string | undefined;
  help: boolean;
  version: boolean;
}

const WIDTH = Math.max(...TEMPLATE_NAMES.map((name) => name.length));

export const USAGE = `Usage: npm create rondel@latest [FOLDER] [-- OPTIONS]

Creates a project with a small card game: its rules and tests, a page, bots, and a server with a lobby. FOLDER is new or empty; "." is the
current folder. On a terminal, the command asks for what is not given.

  -t, --template NAME   one of the templates below. Default: react-ts
  --no-online           a page only, without the server and the lobby
  --overwrite           removes the files of a folder that is not empty, except .git
  --packages FOLDER     installs rondel and rondel-server from the tarballs in this folder, not from npm's registry
  -h, --help            prints this text
  -v, --version         prints the version

Templates:
${TEMPLATE_NAMES.map((name) => `  ${name.padEnd(WIDTH)}   ${TEMPLATES[name].title}`).join('\n')}

The command installs nothing: it prints the commands that follow.
Exit status: 0 if the project exists, 1 if it could not be created, 2 for wrong arguments.
`;

/** Parses the arguments of the command. Throws a `Misuse` that names the wrong one. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals: [folder, ...more] } = parsed(args);
  if (more.length > 0) throw misuse(`${more[0]}: expected one folder, after ${folder}. Write a name with spaces in quotes`);
  const { template, online, overwrite = false, packages, help = false, version = false } = values;
  if (folder !== undefined && folder.trim() === '') throw misuse('FOLDER is empty');
  if (packages === '') throw misuse('--packages: expected a folder');
  if (template !== undefined && !isTemplateName(template)) {
    throw misuse(`--template ${template}: there is no such template. Choose ${TEMPLATE_NAMES.slice(0, -1).join(', ')} or ${TEMPLATE_NAMES.at(-1)}`);
  }
  return { folder, template, online, overwrite, packages, help, version };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        template: { type: 'string', short: 't' },
        online: { type: 'boolean' },
        overwrite: { type: 'boolean' },
        packages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
      allowPositionals: true,
      allowNegative: true,
    });
  } catch (error) {
    // The first sentence names the option.
    const [message] = (error as Error).message.split(/\. |\n/);
    throw misuse(message ?? 'wrong arguments');
  }
}

const misuse = (message: string) => new Misuse(`${message} (create-rondel --help)`);
