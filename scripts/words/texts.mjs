// Finds the texts that people read in a source or a document: comments, messages, paragraphs.

/**
 * @typedef {object} Text
 * @property {'comment' | 'message' | 'paragraph' | 'heading'} kind
 * @property {string} text without markers of comments and without code; its lines are those of the file
 * @property {number} line where it begins, from 1
 */

const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//;
const LINE_COMMENT = /\/\/[^\n]*/;
const STRINGS = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/;
const REGEXP = /(?<=[(,=:[!&|?{};>]\s*|\breturn\s+|^\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/;
const RUST_STRINGS = /r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"/;
const RUST_CHARACTER = /'(?:\\[^\n']*|[^\\'\n])'/;

/** The last group of each is the code that is skipped: quotes and slashes in it begin nothing. */
const TOKENS = { javascript: anyOf([BLOCK_COMMENT, LINE_COMMENT], [STRINGS], [REGEXP]), rust: anyOf([BLOCK_COMMENT, LINE_COMMENT], [RUST_STRINGS], [RUST_CHARACTER]) };

/**
 * @param {string} file
 * @param {string} source
 * @returns {Text[]}
 */
export function textsIn(file, source) {
  if (file.endsWith('.md')) return paragraphsIn(source);
  if (/^#!.*\bbash\b|^# shellcheck shell=/.test(source)) return joined(commentLinesIn(source));
  return joined(tokensIn(source, file.endsWith('.rs') ? TOKENS.rust : TOKENS.javascript));
}

function anyOf(comments, strings, skipped) {
  const group = (patterns) => patterns.map(({ source }) => source).join('|');
  return new RegExp(`(?<comment>${group(comments)})|(?<string>${group(strings)})|(?<skipped>${group(skipped)})`, 'gm');
}

function tokensIn(source, pattern) {
  const lineOf = lineCounter(source);
  return [...source.matchAll(pattern)].flatMap(({ groups, index }) => {
    const line = lineOf(index);
    const isAlone = /(^|\n)[ \t]*$/.test(source.slice(Math.max(0, index - 80), index));
    if (groups?.comment) return [{ kind: 'comment', text: ofComment(groups.comment), line, isJoinable: isAlone && groups.comment.startsWith('//') }];
    const isMessage = groups?.string && isSentence(groups.string) && !/\+\s*$/.test(source.slice(Math.max(0, index - 80), index));
    return isMessage ? [{ kind: 'message', text: ofString(groups.string), line, isJoinable: false }] : [];
  });
}

/** Comments of a script for Bash that have lines of their own. */
function commentLinesIn(source) {
  return source.split('\n').flatMap((text, i) => (/^\s*# /.test(text) ? [{ kind: 'comment', text: text.replace(/^\s*# /, ''), line: i + 1, isJoinable: true }] : []));
}

/** Joins line comments on successive lines, because a sentence may go on in the next one. */
function joined(tokens) {
  const found = [];
  for (const { kind, text, line, isJoinable } of tokens) {
    const before = found.at(-1);
    const isNext = isJoinable && before?.isJoinable && before.line + before.text.split('\n').length === line;
    if (isNext) before.text += `\n${text}`;
    else found.push({ kind, text, line, isJoinable });
  }
  return found.map(({ kind, text, line }) => ({ kind, text: withoutCode(text), line }));
}

function ofComment(comment) {
  return comment.replace(/^\/\*[*!]?|\*\/$/g, '').replace(/^\/\/[/!]?/, '').replace(/^[ \t]*\* ?/gm, '').trimEnd();
}

function ofString(string) {
  return string.replace(/^r?#*["'`]|["'`]#*$/g, '');
}

/** At least three words, because shorter strings are names or keys. A line that ends with a semicolon is code. */
function isSentence(string) {
  return /[a-z]+[^a-z\n]+[a-z]+[ ,:;]+[a-z]+/i.test(string) && !/;[ \t]*\n/.test(string);
}

/** Blanks examples, code in backticks, and the names behind `@param`; lines stay where they are. */
function withoutCode(text) {
  return text
    .replace(/^[ \t]*(```|~~~)[\s\S]*?(^[ \t]*\1|$(?![\s\S]))/gm, blank)
    .replace(/@example[\s\S]*?(?=\n\s*@\w|$(?![\s\S]))/g, blank)
    .replace(/\$\{[^}\n]*\}/g, (code) => code.replace(/./g, 'x'))
    .replace(/`[^`]*`/g, (code) => code.replace(/[^\n]/g, 'x'))
    .replace(/@(param|property|template|typedef)\s+(\{[^}]*\}\s*)?\S+|@\w+/g, (tag) => `.${blank(tag).slice(1)}`);
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

/** Each heading, paragraph, list item and row of a table by itself. */
function paragraphsIn(source) {
  const lines = withoutCode(source.replace(/^---\n[\s\S]*?\n---\n/, blank).replace(/<!--[\s\S]*?-->/g, blank).replace(/\*\*/g, '')).split('\n');
  const found = [];
  lines.forEach((text, index) => {
    const line = index + 1;
    const isHeading = /^#+ /.test(text) || /^\s*\|?(\s*:?-{3,}:?\s*\|)+/.test(lines[index + 1] ?? '');
    if (isHeading) found.push({ kind: 'heading', text, line });
    else if (/^\s*([-*+]|\d+\.|>|\|)\s/.test(text) || found.at(-1)?.kind !== 'paragraph' || lines[index - 1]?.trim() === '') found.push({ kind: 'paragraph', text, line });
    else found[found.length - 1].text += `\n${text}`;
  });
  return found.filter(({ text }) => text.trim() !== '').map((each) => ({ ...each, text: each.text.replace(/^\s*([-*+]|\d+\.|>|#+)\s+/, '') }));
}

function lineCounter(source) {
  let at = 0;
  let line = 1;
  return (index) => {
    for (; at < index; at += 1) if (source[at] === '\n') line += 1;
    return line;
  };
}
