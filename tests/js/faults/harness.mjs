// Runs faults in child processes: a trap, a hang or an exit fails its own case, and the cases after it still run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { DAY } from '../support/rotation.mjs';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

/** Maximum silence of a child: far longer than any case takes on a busy machine, because only a hang may end there. */
const SILENCE = Number(process.env.RONDEL_FAULTS_SECONDS ?? 300);

/** With `scripts/test --fast`. */
const FEWER = process.env.RONDEL_FAST ? { RONDEL_FAULTS_LEVELS: '300', RONDEL_FAULTS_RUNS: '300' } : {};

/** Children of this file that run at the same time. */
const AT_ONCE = 2;
let running = 0;
const waiting = [];

/**
 * Makes a test of each case of a module of `cases`. Cases share a child until one fails; the next one begins in a new
 * child.
 *
 * @param {string} name the file's name in `cases`, without its ending
 * @param {{ flags?: string[], env?: object, where?: string }} options for `node`; `where` goes into the tests' names
 */
export async function runCases(name, { flags = [], env = {}, where = '' } = {}) {
  const file = fileURLToPath(new URL(`cases/${name}.mjs`, import.meta.url));
  const { default: cases } = await import(file);
  const names = Object.keys(cases);
  const outcomes = whenThereIsRoom(() => outcomesOf(file, names, { flags, env }));
  for (const title of names) {
    test(where ? `${title} (${where})` : title, async () => {
      const problem = (await outcomes).get(title);
      if (problem !== null) assert.fail(`RONDEL_DAY=${DAY}: ${problem}`);
    });
  }
}

/** Runs when fewer than `AT_ONCE` others do. */
async function whenThereIsRoom(run) {
  while (running >= AT_ONCE) await new Promise((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Problem of each case, or `null`, by title. */
async function outcomesOf(file, names, options) {
  const outcomes = new Map();
  let left = names;
  while (left.length > 0) {
    const { told, ending } = await runChild(file, left, options);
    for (const [title, problem] of told) outcomes.set(title, problem);
    // A case that began without a result ended the process; the last one may have done so later.
    const open = left.filter((title) => !outcomes.has(title));
    if (ending !== null) {
      const culprit = open[0] ?? left.at(-1);
      outcomes.set(culprit, outcomes.get(culprit) ?? ending);
    }
    left = left.filter((title) => !outcomes.has(title));
  }
  return outcomes;
}

/** The results that one child reported, in order, and how it ended if it failed: `[[title, problem]]`. */
function runChild(file, titles, { flags, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', ...flags, CHILD, file, JSON.stringify(titles)], {
      // The child plays the cases of the same day, also at midnight.
      env: { ...FEWER, RONDEL_DAY: String(DAY), ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const told = [];
    let [text, said, isAllPlaying, isHung, timer] = ['', '', false, false];
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isHung = true;
        child.kill('SIGKILL');
      }, SILENCE * 1000);
    };
    watch();
    child.stderr.on('data', (data) => { said = (said + data).slice(-4000); });
    child.stdout.on('data', (data) => {
      watch();
      const lines = (text + data).split('\n');
      text = lines.pop();
      for (const line of lines) {
        if (line === 'all play') isAllPlaying = true;
        else told.push(JSON.parse(line));
      }
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const hasFailed = told.some(([, problem]) => problem !== null);
      resolve({ told, ending: hasFailed ? null : endingOf({ code, signal, isHung, isAllPlaying, said }) });
    });
  });
}

function endingOf({ code, signal, isHung, isAllPlaying, said }) {
  if (isHung) return `hangs: nothing for ${SILENCE} seconds${isAllPlaying ? ', after all have played' : ''}`;
  if (signal) return `the process was ended by ${signal}: ${lastWords(said)}`;
  if (code !== 0) return `the process ended with ${code}: ${lastWords(said)}`;
  if (!isAllPlaying) return 'the process ended before it was done';
  return null;
}

/** The line of a stack trace that names the exception, or the last line. */
function lastWords(said) {
  const lines = said.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('Node.js v'));
  return lines.find((line) => /^(\w*Error\b|\[?Unhandled|FATAL|#)/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
