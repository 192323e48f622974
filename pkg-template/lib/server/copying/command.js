import { parseArgs } from 'node:util';
import { messageOf } from '../../util/report.js';
import { copyMatches } from './copy-matches.js';
import { openFlatFile } from './flat-file.js';
import { openPostgres } from './postgres.js';
import { openSqlite } from './sqlite.js';

const USAGE = `Usage: rondel copy FROM TO [--resume]

  FROM and TO are sqlite:FILE, flatfile:FOLDER, postgres://USER@HOST/DATABASE, or env:NAME for a variable that has one of these.
  A password for Postgres stands in such a variable, or in PGPASSWORD.
`;
const FORM = /^(sqlite|flatfile|env):(.+)$/s;

/** What is wrong with how it was called. */
class Misuse extends Error {
  isMisuse = true;
}

/**
 * `npx rondel copy FROM TO`: copies all matches of a storage into another one, and says on the error output how far it is.
 *
 * @param {string[]} args
 * @returns {Promise<{ done: object, isDone: boolean }>} what has been done, and whether all has been copied
 */
export async function copy(args) {
  const { values: { resume: isResumed = false }, positionals } = parsed(args);
  if (positionals.length !== 2) throw new Misuse(`rondel copy: expected two storages\n\n${USAGE}`);
  const [from, to] = positionals.map((text) => placeIn(text));
  const opened = [];
  try {
    for (const [place, isThere] of /** @type {const} */ ([[from, true], [to, false]])) opened.push(await open(place, isThere));
    const done = await copyMatches({ from: opened[0], to: opened[1], isResumed, tell });
    return { done, isDone: done.left.length === 0 };
  } catch (error) {
    throw new Error(`rondel copy: ${messageOf(error)}`);
  } finally {
    for (const storage of opened) await storage.close();
  }
}

function tell(text) {
  process.stderr.write(`rondel copy: ${text}\n`);
}

function parsed(args) {
  try {
    return parseArgs({ args, options: { resume: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new Misuse(`rondel copy: ${messageOf(error)}`);
  }
}

/** What is named by an argument, or by a variable. Arguments can be read by others of the machine. */
function placeIn(text, isSecret = false) {
  const [, kind, rest] = FORM.exec(text) ?? [];
  if (kind === 'env' && !isSecret) {
    const value = process.env[rest];
    if (!value) throw new Misuse(`rondel copy: the variable ${rest} is not set`);
    return placeIn(value, true);
  }
  if (kind === 'sqlite' || kind === 'flatfile') return { kind, rest };
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new Misuse(`rondel copy: expected a storage${isSecret ? ' in the variable' : `, got ${text}`}`);
  if (url.password && !isSecret) throw new Misuse('rondel copy: a password is no argument: put all of it into a variable, and name that, as env:DATABASE_URL');
  return { kind: 'postgres', rest: text };
}

function open({ kind, rest }, isThere) {
  if (kind === 'sqlite') return openSqlite(rest, { isThere });
  return kind === 'flatfile' ? openFlatFile(rest, { isThere }) : openPostgres(rest);
}
