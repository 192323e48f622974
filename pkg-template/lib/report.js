/**
 * Says something on the console. It never throws: a page may have put anything in the console's place, and what is said
 * may be anything that a game has thrown.
 *
 * @param {'error' | 'warn' | 'info'} level
 * @param {string} text
 * @param {...unknown} details
 */
export function say(level, text, ...details) {
  try {
    console[level](text, ...details);
  } catch {
    unfailing(() => console[level](text));
  }
}

/** Reports what a subscriber or a transport has thrown, as an uncaught error. It never throws. */
export function report(thrown) {
  try {
    tell(thrown);
  } catch {
    // The stack may be full: it no longer is when the page has returned.
    unfailing(() => queueMicrotask(() => unfailing(() => tell(thrown))));
  }
}

/** What a thrown value says; it may be a symbol, or a proxy whose traps throw. */
export function messageOf(thrown) {
  try {
    return String(thrown?.message ?? thrown);
  } catch {
    return 'a value without a text';
  }
}

function tell(thrown) {
  const { reportError } = globalThis;
  if (typeof reportError === 'function') reportError.call(globalThis, thrown);
  else console.error(thrown);
}

function unfailing(work) {
  try {
    work();
  } catch {
    // There is nobody left to tell.
  }
}
