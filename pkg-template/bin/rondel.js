#!/usr/bin/env node
// `npx rondel copy FROM TO` copies matches between storages. `npx rondel admin URL …` has a server do what its operator wants. The secret is read from a variable, and never an argument: those of a
// process can be read by others of the machine.
import { parseArgs } from 'node:util';
import { copy } from '../lib/server/copying/command.js';

const USAGE = `Usage: ADMIN_SECRET=… rondel admin URL COMMAND

  matches [--game-name NAME] [--over true|false] [--limit N] [--after NEXT]
  match ID [--credentials]
  end ID [OUTCOME, as JSON]
  kick ID PLAYER [--reason TEXT] [--until DATE]
  delete ID
`;
const OPTIONS = /** @type {const} */ ({
  'game-name': { type: 'string' }, over: { type: 'string' }, limit: { type: 'string' }, after: { type: 'string' }, credentials: { type: 'boolean' },
  reason: { type: 'string' }, until: { type: 'string' },
});
/** Milliseconds that a server has. */
const PATIENCE = 30_000;

/** What is wrong with how it was called. */
class Misuse extends Error {}

/** By command: how many words follow it, its options, and what is asked for. */
const COMMANDS = {
  matches: {
    words: [0], options: ['game-name', 'over', 'limit', 'after'],
    ask: (_, { 'game-name': gameName, over, ...page }) => ['GET', '', queryOf({ gameName, isGameover: over, ...page })],
  },
  match: { words: [1], options: ['credentials'], ask: ([id], { credentials }) => ['GET', pathOf(id), queryOf({ credentials })] },
  end: { words: [1, 2], options: [], ask: ([id, outcome]) => ['POST', `${pathOf(id)}/end`, '', outcome === undefined ? {} : { gameover: outcomeOf(outcome) }] },
  kick: {
    words: [2], options: ['reason', 'until'],
    ask: ([id, playerID], { reason, until }) => ['POST', `${pathOf(id)}/kick`, '', { playerID, reason, until: until === undefined ? undefined : timeOf(until) }],
  },
  delete: { words: [1], options: [], ask: ([id]) => ['DELETE', pathOf(id), ''] },
};

const [called, ...rest] = process.argv.slice(2);
(called === 'copy' ? copied(rest) : run([called, ...rest].filter((arg) => arg !== undefined))).then(
  (answer) => process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`),
  (error) => {
    process.stderr.write(error instanceof Misuse ? `${error.message}\n\n${USAGE}` : `${error.message}\n`);
    process.exitCode = error instanceof Misuse || error.isMisuse ? 2 : 1;
  },
);

async function copied(args) {
  const { done, isDone } = await copy(args);
  if (!isDone) process.exitCode = 1;
  return done;
}

async function run(args) {
  const { values, positionals: [what, url, name, ...words] } = parsed(args);
  if (what !== 'admin') throw new Misuse('rondel: expected the command admin');
  if (!URL.canParse(url ?? '')) throw new Misuse('rondel admin: expected the URL of a server');
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) throw new Misuse('rondel admin: expected a command behind the URL');
  const stranger = Object.keys(values).find((option) => !command.options.includes(option));
  if (stranger) throw new Misuse(`rondel admin: ${name} has no --${stranger}`);
  if (!command.words.includes(words.length) || words.includes('')) throw new Misuse(`rondel admin: ${name}: wrong number of arguments`);
  const { ADMIN_SECRET } = process.env;
  if (!ADMIN_SECRET) throw new Misuse('rondel admin: the variable ADMIN_SECRET is not set');
  return answerOf(url, command.ask(words, values), ADMIN_SECRET);
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Misuse(`rondel: ${error.message}`);
  }
}

/** The secret goes to this server alone, wherever that would send those who ask. */
async function answerOf(url, [method, path, query, body], secret) {
  const response = await reached(`${url.replace(/\/+$/, '')}/admin/matches${path}${query}`, {
    method,
    headers: { 'admin-secret': secret, ...body && { 'Content-Type': 'application/json' } },
    body: body && JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`rondel admin: the server answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function reached(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new Error(`rondel admin: ${new URL(url).origin} cannot be reached: ${error.cause?.message ?? error.message}`);
  }
}

function pathOf(id) {
  return `/${encodeURIComponent(id)}`;
}

function queryOf(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function outcomeOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse('rondel admin: end: the outcome is no JSON');
  }
}

function timeOf(text) {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Misuse('rondel admin: kick: --until: expected a date, such as 2030-01-31T18:00Z');
  return time;
}
