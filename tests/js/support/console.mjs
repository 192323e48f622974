// What reaches the developer: the console, and `reportError`.
import { nextTask } from './tasks.mjs';

const METHODS = ['log', 'info', 'warn', 'error'];

/** Silences the console until the test ends. */
export function silence(t) {
  for (const method of METHODS) t.mock.method(console, method, () => {});
}

/** Runs with the console silenced, and returns what the run returns. */
export function quietly(run) {
  return capture(run).result;
}

/** Runs with the console captured: what was printed, as text, and what the run returned. */
export function capture(run) {
  const { printed, restore } = redirect();
  try {
    return { result: run(), printed };
  } finally {
    restore();
  }
}

/** What an asynchronous run prints, as text. */
export async function printedBy(run) {
  const { printed, restore } = redirect();
  try {
    await run();
  } finally {
    restore();
  }
  return printed;
}

/** What is printed until the test ends, as text: a list that grows. */
export function printing(t) {
  const { printed, restore } = redirect();
  t.after(restore);
  return printed;
}

/** Runs with the console silenced and a global `reportError`: what was reported, and what the run returned. */
export function reporting(run) {
  const reports = [];
  globalThis.reportError = (thrown) => { reports.push(thrown); };
  try {
    return { result: quietly(run), reports };
  } finally {
    delete globalThis.reportError;
  }
}

/** What an asynchronous run, and what it started, report to a global `reportError`. */
export async function reportedBy(run) {
  const reports = [];
  globalThis.reportError = (thrown) => { reports.push(thrown); };
  try {
    await run();
    await nextTask();
  } finally {
    delete globalThis.reportError;
  }
  return reports;
}

function redirect() {
  const printed = [];
  const print = (...parts) => { printed.push(parts.map(textOf).join(' ')); };
  const original = Object.fromEntries(METHODS.map((method) => [method, console[method]]));
  for (const method of METHODS) console[method] = print;
  return { printed, restore: () => { Object.assign(console, original); } };
}

/** What a console would print, or that this value cannot be written as text. */
function textOf(value) {
  try {
    return String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be written`;
  }
}
