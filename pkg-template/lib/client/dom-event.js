/** What a developer is told of an action that was given a DOM event, as by `onClick={client.moves.go}`; empty if it was not. */
export function hintOf(what, args) {
  return args.some(isDomEvent) ? `a DOM event? write () => ${what}()` : '';
}

/** Tells it of an action that is made nevertheless: moves take any argument, as in boardgame.io. */
export function warnOfEvent(client, what, args) {
  const hint = hintOf(what, args);
  if (hint) client.tell('warn', `${what}: ${hint}`);
}

/** An event of the browser's, or React's in place of one. */
function isDomEvent(value) {
  try {
    return typeof value?.preventDefault === 'function' && typeof value.stopPropagation === 'function';
  } catch {
    return false;
  }
}
