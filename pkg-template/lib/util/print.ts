/** Number of stack frames that a console needs at most. A frame takes about a hundred bytes. */
const AMPLE_FRAMES = 1000;

/** Prints on the console. Never throws: a page may have replaced the console, and the details may be any value that a game has thrown. */
export function print(level: 'error' | 'warn' | 'info', text: string, ...details: unknown[]) {
  withStackSpace(() => {
    try {
      console[level](text, ...details);
    } catch {
      unfailing(() => console[level](text));
    }
  });
}

/** Options of a client that decide whether it prints. */
interface Quiet {
  quiet?: unknown;
  debug?: unknown;
  game?: object | undefined;
}

/** Returns `true` if a client prints nothing: with `quiet`, and under `compat` with `debug: false`, as in boardgame.io. */
export function isQuiet({ quiet, debug, game }: Quiet): boolean {
  return quiet === undefined ? debug === false && (game as { compat?: unknown } | undefined)?.compat === '0.50' : quiet === true;
}

/** Prints a message of a client or its transport, unless the client is quiet. */
export function printOfClient(options: Quiet, level: 'error' | 'warn' | 'info', message: string, ...details: unknown[]) {
  if (!isQuiet(options)) print(level, `rondel: ${message}`, ...details);
}

/** Reports an exception of a subscriber or a transport as an uncaught error. Never throws. */
export function reportUncaught(thrown: unknown) {
  withStackSpace(() => {
    try {
      report(thrown);
    } catch {
      unfailing(() => console.error('rondel: a subscriber or transport threw', messageOf(thrown)));
    }
  });
}

/** Returns the message of a thrown value, which may be a symbol, or a proxy whose traps throw. */
export function messageOf(thrown: unknown): string {
  try {
    return String((thrown as { message?: unknown } | null | undefined)?.message ?? thrown);
  } catch {
    return 'a value without a text';
  }
}

/** Returns `true` if the stack has enough space left. */
function hasStackSpace() {
  try {
    return reach(AMPLE_FRAMES);
  } catch {
    return false;
  }
}

function reach(frames: number): boolean {
  return frames === 0 || reach(frames - 1);
}

function report(thrown: unknown) {
  const { reportError } = globalThis;
  if (typeof reportError === 'function') reportError.call(globalThis, thrown);
  else console.error(thrown);
}

/**
 * Runs the work at once, or in a microtask if the stack is nearly full. There V8 cannot compile the regular expressions with which Node's
 * console formats an error, and ends the process.
 */
function withStackSpace(work: () => void) {
  unfailing(() => (hasStackSpace() ? work() : queueMicrotask(work)));
}

function unfailing(work: () => void) {
  try {
    work();
  } catch {
    // There is no way left to report it.
  }
}
