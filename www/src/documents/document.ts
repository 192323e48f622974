/** A document of the repository as a page: its title, its description, and the text below the title. */

export interface Document {
  title: string;
  /** The first paragraph, without marks. */
  description: string;
  body: string;
}

/** Longest description in characters. Search engines show about as much. */
const LONGEST = 160;

/** Reads a document. Its first line is its title. */
export function documentOf(text: string): Document {
  const [, heading = '', body] = /^# ([^\n]+)\n(.*)$/s.exec(text) ?? fail('it does not begin with a title');
  const title = plain(heading).replace(/^\d+\. (?=\D)/, '');
  return { title, description: descriptionOf(body ?? '', title), body: body ?? '' };
}

/** Reads one section of a document, down to the next heading of the same level. */
export function sectionOf(text: string, heading: string): Document {
  const body = text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`))?.slice(heading.length) ?? fail(`it has no section "${heading}"`);
  return { title: heading, description: descriptionOf(body, heading), body: body.replace(/^##(#+ )/gm, '#$1') };
}

/** Returns the first paragraph of README.md, and its text from there to its picture. */
export function partsOf(readme: string): { summary: string; lead: string } {
  const [, summary, lead] = /^# [^\n]+\n\n(.+?)\n\n(.+?)\n\n!\[/s.exec(readme) ?? [];
  if (summary === undefined || lead === undefined) fail('README.md has no text before its picture');
  return { summary, lead };
}

/** Returns the first paragraph as plain text, cut after a word; the title if there is none. */
function descriptionOf(body: string, title: string): string {
  const paragraph = body.replace(/^```.*?^```$/gms, '').split(/\n{2,}/).map((part) => part.trim()).find((part) => /^[\w`["]/.test(part)) ?? title;
  const text = plain(paragraph.replace(/\s+/g, ' '));
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[^\w]*\s+\S*$/, '')} …`;
}

/** Removes the marks of Markdown: code, emphasis and links. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|\\(?=[<>_|])/g, '');
}

function fail(why: string): never {
  throw new Error(`not a document: ${why}`);
}
