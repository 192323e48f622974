import { UNNAMED } from '../../game/rules.js';
import { isDevelopment } from '../../util/environment.js';
import { print } from '../../util/print.js';

/** Warns once, in development, that matches are stored by the names of their games, and this one has none. */
export function warnOfNoName(gameName, what) {
  if (!isDevelopment() || gameName !== UNNAMED || warned.has(what)) return;
  warned.add(what);
  print('warn', `rondel: ${what}: a game without a name shares its matches with all others of this origin that have none: give it a \`name\``);
}

const warned = new Set();
