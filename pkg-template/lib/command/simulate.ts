import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { simulate as play } from '../simulation/simulate.js';
import { progressBar, tableOf } from '../simulation/report.js';
import { messageOf } from '../util/print.js';
import { Misuse } from '../util/error.js';
import type { Order } from '../simulation/share.js';
import type { CommandResult } from './program.js';

const USAGE = `Usage: rondel simulate FILE [--games N] [--bots NAME,…]

Plays games between bots, on all cores, and counts the winners. FILE is a module that exports a game with ai.enumerate: as default, as
\`game\`, or as its only game. Compile TypeScript first, for example with
npx esbuild FILE.ts --bundle --platform=node --format=esm --outfile=built.mjs. Each bot sees only what a player at its seat sees.

  --games N         number of games. Default: 1,000
  --bots NAME,…     one bot for each seat, or one for all: random, mcts, ismcts, easy, medium, hard, or one of the game's ai.bots.
                    A number after a colon sets the iterations of a search: mcts:500. Default: random
  --iterations N    iterations of each search without a colon
  --players N       number of seats, if one bot plays at all of them
  --setup-data JSON setupData of the game
  --seed TEXT       seed: the same seed has the same result. Default: 1
  --actions N       maximum number of actions of a game. Default: 10,000
  --workers N       number of threads. Default: the number of cores
  --json            prints the result as JSON
  --help            prints this text

Exit status: 0 if all games were played, 1 if not, 2 for wrong arguments.
`;

const OPTIONS = {
  games: { type: 'string', default: '1000' }, bots: { type: 'string', default: 'random' }, seed: { type: 'string', default: '1' },
  actions: { type: 'string', default: '10000' }, iterations: { type: 'string' }, players: { type: 'string' }, workers: { type: 'string' },
  'setup-data': { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
} as const;

/**
 * `rondel simulate FILE`: plays many games of bots, with a progress bar if the error output is a terminal. Fails if a game could not be
 * played.
 */
export async function simulate(args: string[]): Promise<CommandResult> {
  const { values: { help, json, ...values }, positionals: [file, ...more] } = parsed(args);
  if (help) return { text: USAGE };
  if (!file || more.length > 0) throw misuse('expected one file, which exports a game');
  const order: Order = {
    file,
    bots: namesIn(values.bots),
    games: count(values.games, '--games'),
    seed: values.seed,
    mostActions: count(values.actions, '--actions'),
    numPlayers: countIfAny(values.players, '--players'),
    iterations: countIfAny(values.iterations, '--iterations'),
    setupData: dataIn(values['setup-data']),
  };
  const found = await played(order, countIfAny(values.workers, '--workers') ?? availableParallelism());
  return { text: json ? JSON.stringify({ ...found, seed: order.seed }, null, 2) : tableOf(found, order), isDone: found.tally.failed === 0 };
}

async function played(order: Order, workers: number) {
  const bar = progressBar(order.games);
  try {
    return await play(order, { workers, onProgress: bar.show });
  } catch (error) {
    if (error instanceof Misuse) throw misuse(error.message);
    throw new Error(`rondel simulate: ${messageOf(error)}`);
  } finally {
    bar.clear();
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The first of several lines names the mistake.
    throw misuse(messageOf(error).split('\n')[0]);
  }
}

function namesIn(text: string) {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw misuse('--bots: expected names with commas between them, such as mcts,random');
  return names;
}

function countIfAny(text: string | undefined, option: string) {
  return text === undefined ? undefined : count(text, option);
}

function count(text: string, option: string) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw misuse(`${option}: expected a whole number from 1, got ${text}`);
  return number;
}

function dataIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw misuse('--setup-data: this is no JSON');
  }
}

function misuse(message: string) {
  return new Misuse(`rondel simulate: ${message} (rondel simulate --help)`);
}
