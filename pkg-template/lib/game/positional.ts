import { isObject } from '../util/objects.js';

/** Where a game declares functions; `LISTS` has those that hold places by name. */
const PLACES = ['moves', 'phases', 'turn', 'stages', 'order'];
const LISTS = ['moves', 'phases', 'stages'];
/** More levels than a definition has: an object may contain itself. */
const DEEPEST = 8;

const TAKES_G_AND_CTX = /^(?:async\s+)?(?:function\s*)?[\w$]*\s*\(\s*_?G\s*,\s*_?ctx\s*[,)=]/;
const TAKES_CTX = /^(?:async\s+)?(?:function\s*)?[\w$]*\s*(?:\(\s*ctx\s*[,)=]|\bctx\s*=>)/;
/** Fields of `ctx` that are not in the one object that `setup` is passed, which may be called `ctx`, too. */
const READS_CTX = /\bctx\.(?:numPlayers|playOrder|playOrderPos|currentPlayer|turn|phase|activePlayers)\b/;

/**
 * The path of a function that takes `G` and `ctx` one after the other, as in boardgame.io before 0.50; undefined if none does.
 * It is recognised by its text, which is lost if it was minified.
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
