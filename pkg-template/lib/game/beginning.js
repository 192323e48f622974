/**
 * Why a match does not begin that begins in boardgame.io, and how it begins nevertheless: for whoever moves a game over.
 *
 * @param {string} problem
 */
export function withoutCompat(problem) {
  const row = ROWS.find(([says]) => says.test(problem));
  const where = row ? `row ${row[1]} of “Where Rondel differs”` : '“compat: \'0.50\'”';
  return `${problem}. boardgame.io begins such a match, and so does Rondel with compat: '0.50' in the game: ${where} in docs/07-coming-from-boardgame-io.md`;
}

// Rows of the table whose refusals can come while a match begins; all else is in the section on `compat`.
/** @type {[RegExp, number][]} */
const ROWS = [
  [/^events\.endTurn cannot be called in phase\.onBegin/, 8],
  [/endTurn: no player in the play order/, 2],
  [/the turn declares no stage/, 3],
  [/^the game loops: phases/, 13],
];
