import { parseArgs } from 'node:util';
import { copyMatches } from '../copying/copy-matches.js';
import { openFlatFile } from '../copying/flat-file.js';
import { openPostgres } from '../copying/postgres.js';
import { openSqlite } from '../copying/sqlite.js';
import { messageOf, Misuse } from '../rondel.js';
import { showCopied } from './show.js';
import type { Copied } from '../copying/copy-matches.js';
import type { CommandResult } from 'rondel/private';

/** Where a storage is: its kind, and its file, folder or URL. */
interface Place {
  kind: 'sqlite' | 'flatfile' | 'postgres';
  rest: string;
}

const USAGE = `Usage: rondel-server copy FROM TO [--resume] [--json]

Copies all matches of a storage into an empty one, and compares them. Stop all servers of both storages first.

  FROM and TO   sqlite:FILE, flatfile:FOLDER, postgres://USER@HOST/DATABASE, or env:NAME for a variable that has one of these.
                Put a password for Postgres into such a variable, or into PGPASSWORD.
  --resume      continues an interrupted copy
  --json        prints the result as JSON
  --help        prints this text

Exit status: 0 if everything was copied, 1 if not, 2 for wrong arguments.
`;
const FORM = /^(sqlite|flatfile|env):(.+)$/s;

/**
 * `rondel-server copy FROM TO`: copies all matches of a storage into another one, and says on the error output how far it is. Fails if a
 * match could not be copied.
 */
export async function copy(args: string[]): Promise<CommandResult> {
  const { values: { resume: isResumed = false, json, help }, positionals } = parsed(args);
  if (help) return { text: USAGE };
  if (positionals.length !== 2) throw misuse('expected two storages');
  const [from, to] = positionals.map((text) => placeIn(text));
  const opened: Copied[] = [];
  try {
    for (const [place, isThere] of [[from, true], [to, false]] as const) opened.push(await open(place, isThere));
    const done = await copyMatches({ from: opened[0], to: opened[1], isResumed, onProgress: print });
    return { text: json ? JSON.stringify(done, null, 2) : showCopied(done), isDone: done.left.length === 0 };
  } catch (error) {
    throw new Error(`rondel-server copy: ${messageOf(error)}`);
  } finally {
    for (const storage of opened) await storage.close();
  }
}

function print(text: string) {
  process.stderr.write(`rondel-server copy: ${text}\n`);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { resume: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    // The first line says what is wrong.
    throw misuse(messageOf(error).split('\n')[0]);
  }
}

/** Returns the storage that an argument or a variable names. Other users of the machine can read arguments. */
function placeIn(text: string, isSecret = false): Place {
  const [, kind, rest] = FORM.exec(text) ?? [];
  if (kind === 'env' && !isSecret) {
    const value = process.env[rest];
    if (!value) throw misuse(`the variable ${rest} is not set`);
    return placeIn(value, true);
  }
  if (kind === 'sqlite' || kind === 'flatfile') return { kind, rest };
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url) throw misuse(`expected a storage${isSecret ? ' in the variable' : `, got ${text}`}`);
  if (url.password && !isSecret) throw misuse('a password is no argument: put all of it into a variable, and name that, as env:DATABASE_URL');
  return { kind: 'postgres', rest: text };
}

function open({ kind, rest }: Place, isThere: boolean) {
  if (kind === 'sqlite') return openSqlite(rest, { isThere });
  return kind === 'flatfile' ? openFlatFile(rest, { isThere }) : openPostgres(rest);
}

function misuse(message: string) {
  return new Misuse(`rondel-server copy: ${message} (rondel-server copy --help)`);
}
