import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/foreign-text.js';
import { print } from '../util/print.js';
import type { Mode } from '../engine/match-host.js';

/** Printed warnings, by the game's rules. */
const given = new WeakMap<object, Set<string>>();

/**
 * Returns the mode of an engine in this page. In development it prints each warning of a game once, even if a client, a master and a bot
 * have one engine each.
 *
 * @param rules rules of the game
 * @param options.warn prints the warnings of a client's engine, unless the client has `quiet: true`
 */
export function mode(rules: object, { isStored = false, warn }: { isStored?: boolean, warn?: (message: string) => void } = {}): Mode {
  const development = isDevelopment();
  return { development, isStored, warn: development ? once : () => {} };

  function once(message: string) {
    const before = given.get(rules) ?? new Set();
    given.set(rules, before);
    if (warn) warn(printable(message));
    else if (!before.has(message)) print('warn', `rondel: ${printable(message)}`);
    before.add(message);
  }
}
