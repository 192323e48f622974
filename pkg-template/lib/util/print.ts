/** So many stack frames, of a hundred bytes or so, are more than a console needs. */
const AMPLE_FRAMES = 1000;

/**
 * Prints on the console. It never throws: a page may have replaced the console, and the details
 * may be anything that a game has thrown.
 */
export function print(level: 'error' | 'warn' | 'info', text: string, ...details: unknown[]) {
  withStackSpace(() => {
    try {
      console[level](text, ...details);
    } catch {
      unfailing(() => console[level](text));
    }
  });
}

/** Prints a message of a client and of its transport, unless the client's `debug` is `false`. */
export function printOfClient({ debug }: { debug?: unknown }, level: 'error' | 'warn' | 'info', message: string, ...details: unknown[]) {
  if (debug !== false) print(level, `rondel: ${message}`, ...details);
}

/** Reports what a subscriber or a transport has thrown, as an uncaught error. It never throws. */
export function reportUncaught(thrown: unknown) {
  withStackSpace(() => {
    try {
      report(thrown);
    } catch {
      unfailing(() => console.error('rondel: a subscriber or transport threw', messageOf(thrown)));
    }
  });
}

/** The message of a thrown value; it may be a symbol, or a proxy whose traps throw. */
export function messageOf(thrown: unknown): string {
  try {
    return String((thrown as { message?: unknown } | null | undefined)?.message ?? thrown);
  } catch {
    return 'a value without a text';
  }
}

/** Whether the stack is far from being full. */
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
 * At once, or when the page has returned: near the end of the stack V8 cannot compile the regular expressions with
 * which Node's console formats an error, and ends the process.
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
