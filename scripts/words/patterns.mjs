// The patterns of words and sentences that scripts/check-words refuses.

/**
 * @typedef {object} Pattern
 * @property {string} name
 * @property {RegExp} found
 * @property {string} advice
 * @property {boolean} [mayBeHeading] headings may have it
 * @property {boolean} [mayAsk] questions may have it
 */

/** Where a sentence begins: in a text, behind the end of another one, in a cell of a table. */
const START = String.raw`(?<=^\s*|[.!?]["')\]]*\s+|\n\s*\n\s*|\|\s+)`;

/** @type {Pattern[]} */
export const PATTERNS = [
  start('clause-what', 'What(?! is more)|Whatever', 'begin with a noun, or with a verb for a function'),
  start('clause-whether', 'Whether', 'write "`true` if …" or "Returns `true` if …"'),
  start('clause-who', 'Whoever|Whom|Whose|Who', 'begin with a noun: the player, the client, the server'),
  start('clause-nobody', 'Nobody', 'name the actor: "No player can …", "The server reads no …"'),
  start('clause-of', 'Of(?! course)', 'begin with a noun or a verb'),
  start('clause-by', 'By(?! (?:default|contrast|convention|definition|design)\\b)', 'begin with a noun or a verb: "Matches by ID"'),
  start('so-many', 'So (?:many|much)', 'begin with a noun: "Number of …"'),
  word('left-out', String.raw`\bleft out\b`, 'say "omitted", or `@default` for a value'),
  word('ever-so', String.raw`\bever so\b`, 'say "even if it is very …"'),
  word('anew', String.raw`\banew\b`, 'say "again"'),
  word('whoever', String.raw`\b(?:whoever|whomever)\b`, 'name the actor'),
  word('nobodys', String.raw`\bnobody's\b`, 'say "of no player"'),
  word('goes-by', String.raw`\b(?:go|goes|going) by\b`, 'say "uses" or "reads"'),
  word('is-told', String.raw`\b(?:is|are|was|were|be|been|being|has|have) told\b`, 'say "receives" or "learns"'),
  word('hands-out', String.raw`\b(?:hand|hands|handed|handing) out\b(?! of\b)`, 'say "returns" or "sends"'),
  word('has-come-to', String.raw`\b(?:has|have|had) come to\b`, 'say "is" or "has reached"'),
  word('stands', String.raw`\bstands\b(?! for\b)`, 'say "is"'),
  word('is-to-be', String.raw`\b(?:is|are|was|were) to be\b`, 'say "must be" or "will be"'),
  word('for-good', String.raw`\bfor good\b(?! (?:reason|measure)s?\b)`, 'say "permanently"'),
  word('beside-what', String.raw`\bbeside (?:what|that)\b`, 'say "in addition to"'),
  word('amid', String.raw`\bamid(?:st)?\b`, 'say "during"'),
  word('strange', String.raw`\bstrange\b`, 'say "foreign", "unknown" or "unexpected"'),
  word('thought', String.raw`\b(?:a|one|each|every|per|the|its|their|this|of) thoughts?\b`, 'say "search"'),
  word('payer', String.raw`\b(?:payers?|owes|owed|debts?)\b`, 'say "failure budget", or name the sender'),
  word('semicolons', String.raw`(?<![^.!?|{}=])[^.!?;|{}=]*(?:;\s[^.!?;|{}=]*){2,}`, 'split the sentence: one idea each'),
];

function start(name, words, advice) {
  return { name, found: new RegExp(`${START}(?:${acrossLines(words)})\\b(?=\\s+\\S)`, 'g'), advice, mayBeHeading: true, mayAsk: true };
}

function word(name, pattern, advice) {
  return { name, found: new RegExp(acrossLines(pattern), 'gi'), advice };
}

/** A sentence may go on in the next line at each of its spaces. */
function acrossLines(pattern) {
  return pattern.replaceAll(' ', '\\s+');
}
