import { isObject } from '../util/objects.js';

/** Fields in which a game declares functions. `LISTS` are those that contain places by name. */
const PLACES = ['moves', 'phases', 'turn', 'stages', 'order'];
const LISTS = ['moves', 'phases', 'stages'];
/** Maximum depth of the search. A definition has fewer levels, but an object may contain itself. */
const DEEPEST = 8;

const TAKES_G_AND_CTX = /^(?:async\s+)?(?:function\s*)?[\w$]*\s*\(\s*_?G\s*,\s*_?ctx\s*[,)=]/;
const TAKES_CTX = /^(?:async\s+)?(?:function\s*)?[\w$]*\s*(?:\(\s*ctx\s*[,)=]|\bctx\s*=>)/;
/** Fields of `ctx` that the one argument of `setup`, which may be called `ctx`, too, does not have. */
const READS_CTX = /\bctx\.(?:numPlayers|playOrder|playOrderPos|currentPlayer|turn|phase|activePlayers)\b/;

/**
 * Returns the path of a function that takes `G` and `ctx` as separate arguments, as in boardgame.io before 0.50; `undefined` if there is
 * none. Reads the source text of functions, so it does not work with minified code.
 *
 * @param place a game, or a place in it
 */
export function positionalFunction(place: object, path = '', isList = false, depth = 0): string | undefined {
  for (const [key, value] of Object.entries<unknown>(place as Record<string, unknown>)) {
    const member = `${path}${key}`;
    if (typeof value === 'function') {
      if (isPositional(value, member)) return member;
    } else if (isObject(value) && depth < DEEPEST && (isList || PLACES.includes(key))) {
      const found = positionalFunction(value, `${member}.`, !isList && LISTS.includes(key), depth + 1);
      if (found) return found;
    }
  }
  return undefined;
}

function isPositional(written: Function, path: string) {
  const text = Function.prototype.toString.call(written);
  if (path === 'setup') return TAKES_CTX.test(text) && READS_CTX.test(text) && !text.includes('ctx.ctx');
  return TAKES_G_AND_CTX.test(text);
}
