/** So many frames, of a hundred bytes or so, are more than a console needs. */
const AMPLE = 1000;

/**
 * Says something on the console. It never throws: a page may have put anything in the console's place, and what is said
 * may be anything that a game has thrown.
 *
 * @param {'error' | 'warn' | 'info'} level
 * @param {string} text
 * @param {...unknown} details
 */
export function print(level, text, ...details) {
  withRoom(() => {
    try {
      console[level](text, ...details);
    } catch {
      unfailing(() => console[level](text));
    }
  });
}

/** Reports what a subscriber or a transport has thrown, as an uncaught error. It never throws. */
export function reportUncaught(thrown) {
  withRoom(() => {
    try {
      tell(thrown);
    } catch {
      unfailing(() => console.error('rondel: a subscriber or transport threw', messageOf(thrown)));
    }
  });
}

/** What a thrown value says; it may be a symbol, or a proxy whose traps throw. */
export function messageOf(thrown) {
  try {
    return String(thrown?.message ?? thrown);
  } catch {
    return 'a value without a text';
  }
}

/** Whether the stack is far from being full. */
function hasRoom() {
  try {
    return reach(AMPLE);
  } catch {
    return false;
  }
}

function reach(frames) {
  return frames === 0 || reach(frames - 1);
}

function tell(thrown) {
  const { reportError } = globalThis;
  if (typeof reportError === 'function') reportError.call(globalThis, thrown);
  else console.error(thrown);
}

/**
 * At once, or when the page has returned: near the end of the stack V8 cannot compile the regular expressions with
 * which Node's console formats an error, and ends the process.
 */
function withRoom(work) {
  unfailing(() => (hasRoom() ? work() : queueMicrotask(work)));
}

function unfailing(work) {
  try {
    work();
  } catch {
    // There is nobody left to tell.
  }
}
