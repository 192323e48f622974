/**
 * Tells a developer of an action that was given a DOM event, as by `onClick={client.moves.go}`. It is made nevertheless, if it
 * can be: moves take any argument, as in boardgame.io.
 */
export function warnOfEvent(client, what, args) {
  if (args.some(isDomEvent)) client.tell('warn', `${what}: a DOM event is among the arguments; write () => ${what}() in place of ${what}`);
}

/** An event of the browser's, or React's in place of one. */
function isDomEvent(value) {
  try {
    return typeof value?.preventDefault === 'function' && typeof value.stopPropagation === 'function';
  } catch {
    return false;
  }
}
