// Captures messages for developers: the console, and `reportError`.
import { nextTask } from './tasks.mjs';

const METHODS = ['log', 'info', 'warn', 'error'];

/** Silences the console until the test ends. */
export function silence(t) {
  for (const method of METHODS) t.mock.method(console, method, () => {});
}

/** Runs with the console silenced, and returns the result. */
export function quietly(run) {
  return capture(run).result;
}

/** Runs with the console captured: returns its output as text, and the result. */
export function capture(run) {
  const { printed, restore } = redirect();
  try {
    return { result: run(), printed };
  } finally {
    restore();
  }
}

/** Returns the console's output of an asynchronous run, as text. */
export async function printedBy(run) {
  const { printed, restore } = redirect();
  try {
    await run();
  } finally {
    restore();
  }
  return printed;
}

/** Returns the console's output until the test ends, as text: a list that grows. */
export function printing(t) {
  const { printed, restore } = redirect();
  t.after(restore);
  return printed;
}

/** Runs with the console silenced and a global `reportError`: returns the reports, and the result. */
export function reporting(run) {
  const reports = [];
  globalThis.reportError = (thrown) => { reports.push(thrown); };
  try {
    return { result: quietly(run), reports };
  } finally {
    delete globalThis.reportError;
  }
}

/** Returns the reports to a global `reportError` of an asynchronous run and of tasks that it started. */
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

/** The console's output, or the remark that this value cannot be written as text. */
function textOf(value) {
  try {
    return String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be written`;
  }
}
