import { UNNAMED } from '../../game/rules.js';
import { isDevelopment } from '../../util/environment.js';
import { print } from '../../util/print.js';

/** Says once, in development, what becomes of matches that are kept by the names of their games. */
export function warnOfNoName(gameName, what) {
  if (!isDevelopment() || gameName !== UNNAMED || told.has(what)) return;
  told.add(what);
  print('warn', `rondel: ${what}: a game without a name shares its matches with all others of this origin that have none: give it a \`name\``);
}

const told = new Set();
