/** Passes the lines of the console on to the page. */
import type { Report } from '../protocol.ts';

/** Number of lines that a program may print. */
const MOST_LINES = 1_000;
/** Maximum length of a line, in characters. */
const MOST_CHARACTERS = 5_000;
const METHODS = ['log', 'info', 'debug', 'warn', 'error'];

/** Calls `report` with each line that the program prints. */
export function watchConsole(report: (what: Report) => void): void {
  let lines = 0;
  const methods = console as unknown as Record<string, (...values: unknown[]) => void>;
  for (const method of METHODS) {
    const print = methods[method]!.bind(console);
    methods[method] = (...values) => {
      print(...values);
      lines += 1;
      if (lines > MOST_LINES) return;
      const text = values.map((value) => (typeof value === 'string' ? value : textOf(value))).join(' ').slice(0, MOST_CHARACTERS);
      report({ type: 'console', isError: method === 'error', text: lines < MOST_LINES ? text : 'More lines are in the console of the browser.' });
    };
  }
}

/** Returns a value as a line of code, as the documents write it: `{ points: [0, 6] }`. Errors have their place. */
export function textOf(value: unknown): string {
  if (value instanceof Error) return [`${value.name}: ${value.message}`, placeOf(value)].filter(Boolean).join('\n  ');
  return lineOf(value, DEPTH).slice(0, MOST_CHARACTERS);
}

/** Number of levels that are shown, and of items on each. */
const DEPTH = 6;
const WIDTH = 100;

function lineOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${value.slice(0, MOST_CHARACTERS).replaceAll("'", "\\'")}'`;
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return '…';
  try {
    if (Array.isArray(value)) return `[${value.slice(0, WIDTH).map((item) => lineOf(item, depth - 1)).join(', ')}]`;
    const prototype = Object.getPrototypeOf(value);
    const name = prototype === Object.prototype || prototype === null ? '' : `${value.constructor?.name} `;
    const fields = Object.entries(value).slice(0, WIDTH).map(([key, item]) => `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${lineOf(item, depth - 1)}`);
    return fields.length === 0 ? `${name}{}` : `${name}{ ${fields.join(', ')} }`;
  } catch {
    // A getter may throw.
    return '[object]';
  }
}

/** Returns the first place of an error in the program, as `game.tsx:12:5`. */
function placeOf({ stack }: Error): string | undefined {
  const [, place] = /([\w-]+\.[jt]sx?:\d+:\d+)/.exec(stack ?? '') ?? [];
  return place && `at ${place}`;
}
