// The command `rondel-migrate`.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FILE_HEADERS_ONLY, createTwoFilesPatch } from 'diff';
import { Project } from '../project/project.js';
import { gitState, readFiles } from '../project/read-files.js';
import type { SourceFile } from '../syntax/source-file.js';
import { migrate, usesOf } from './migrate.js';
import { printReport } from './print-report.js';

const USAGE = `Usage: rondel-migrate [FOLDER] [--dry-run] [--force] [--json FILE]

Moves a boardgame.io project to Rondel: imports, package.json, games in the positional style, and settings of tools.
Prints what it has changed, what differs for this project, and what is left for a person. A second run changes nothing.

  FOLDER        the project's folder. Default: the current one
  --dry-run     writes nothing, and prints the changes as a diff after the report
  --force       works in a folder without git, or with uncommitted changes
  --json FILE   also writes the report to a file, as JSON
  --help        prints this

Exit codes:
  0  the project has moved, or had moved before
  1  the project has moved, but something is left for a person
  2  nothing was done: the command is wrong, or the folder has no git or has uncommitted changes, and there is no --force
  3  nothing was done: the project uses neither boardgame.io nor Rondel
`;

const DONE = 0;
const SOME_LEFT = 1;
const REFUSED = 2;
const NOTHING = 3;

/** Runs the command, and returns its exit code. */
export function runCommand(args: string[]): number {
  const given = readArguments(args);
  if (typeof given === 'string') return refuse(`${given}\n\n${USAGE}`);
  if (given.help) {
    process.stdout.write(USAGE);
    return DONE;
  }
  const folder = resolve(given.folder);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return refuse(`${given.folder} is not a folder`);
  const state = gitState(folder);
  const refusal = given.force || given['dry-run'] ? undefined : refusalOf(state);
  if (refusal) return refuse(refusal);
  const project = new Project(readFiles(folder, state !== 'none'));
  const uses = usesOf(project);
  if (uses === 'neither') {
    process.stdout.write('This project uses neither boardgame.io nor Rondel: there is nothing to do.\n');
    return NOTHING;
  }
  migrate(project, rangeOf(ownVersion()));
  const changed = project.files.filter(({ edits }) => edits.length > 0);
  process.stdout.write(printReport(project, { uses, isDryRun: given['dry-run'] === true }));
  if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(project.report.entries, null, 2)}\n`);
  for (const file of changed) {
    if (given['dry-run']) process.stdout.write(diffOf(file));
    else writeFileSync(join(folder, file.path), file.edited());
  }
  return project.report.count('left') > 0 ? SOME_LEFT : DONE;
}

/** Returns the changes of one file as a diff that git applies. */
function diffOf(file: SourceFile): string {
  return createTwoFilesPatch(`a/${file.path}`, `b/${file.path}`, file.text, file.edited(), undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY });
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' }, json: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return positionals.length > 1 ? 'There can be one folder at a time.' : { ...values, folder: positionals[0] ?? '.' };
  } catch (error) {
    return (error as Error).message;
  }
}

function refusalOf(state: ReturnType<typeof gitState>): string | undefined {
  if (state === 'none') return 'This folder is not in a git repository, so that changes could not be taken back. Make a copy, and run with --force.';
  if (state === 'dirty') return 'This folder has uncommitted changes. Commit or stash them first, or run with --force.';
  return undefined;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return REFUSED;
}

/** Packages of Rondel are released together, under one version. */
function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return manifest.version;
}

function rangeOf(version: string): string {
  return `^${version}`;
}
