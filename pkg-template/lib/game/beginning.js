/**
 * Adds to the reason why a match does not begin that it would in boardgame.io, and how it begins here, too: for anyone who ports a game.
 *
 * @param {string} problem
 */
export function withoutCompat(problem) {
  const row = ROWS.find(([pattern]) => pattern.test(problem));
  const where = row ? `row ${row[1]} of “Where Rondel differs”` : '“compat: \'0.50\'”';
  return `${problem}. boardgame.io begins such a match, and so does Rondel with compat: '0.50' in the game: ${where} in docs/07-coming-from-boardgame-io.md`;
}

// The rows of the table whose refusals can occur while a match begins; all others are in the section on `compat`.
/** @type {[RegExp, number][]} */
const ROWS = [
  [/^events\.endTurn cannot be called in phase\.onBegin/, 8],
  [/endTurn: no player in the play order/, 2],
  [/the turn declares no stage/, 3],
  [/^the game loops: phases/, 13],
];
