// Code in files of other languages: Vue, Svelte, Astro and MDX.

/** Code of a file at its offsets, with everything else blank. */
export interface MaskedCode {
  code: string;
  isTypeScript: boolean;
}

/** Returns the code of a file by the extension of its name, or `undefined` if such files have none. */
export function maskedCode(path: string, text: string): MaskedCode | undefined {
  if (/\.(vue|svelte)$/i.test(path)) return scriptBlocks(text);
  if (/\.astro$/i.test(path)) return { code: keepOnly(text, spansOf(text, /^---\r?\n([^]*?)^---\s*$/dmg)), isTypeScript: true };
  if (/\.mdx$/i.test(path)) return { code: keepOnly(text, spansOf(withoutFences(text), /^((?:import|export)\b[^]*?)(?:\r?\n[ \t]*\r?\n|$(?![^]))/dmg)), isTypeScript: false };
  return undefined;
}

function scriptBlocks(text: string): MaskedCode {
  const isTypeScript = /<script\b[^>]*\blang=["']?tsx?\b/i.test(text);
  return { code: keepOnly(text, spansOf(text, /<script\b[^>]*>([^]*?)<\/script\s*>/dgi)), isTypeScript };
}

/** Blanks the code examples of a document. */
function withoutFences(text: string): string {
  return text.replace(/^(```|~~~)[^]*?^\1/gm, (fence) => fence.replace(/[^\r\n]/g, ' '));
}

function spansOf(text: string, pattern: RegExp): [number, number][] {
  return [...text.matchAll(pattern)].flatMap(({ indices }) => (indices?.[1] ? [indices[1]] : []));
}

function keepOnly(text: string, spans: [number, number][]): string {
  const blank = (part: string) => part.replace(/[^\r\n]/g, ' ');
  let result = '';
  let position = 0;
  for (const [start, end] of spans) {
    result += blank(text.slice(position, start)) + text.slice(start, end);
    position = end;
  }
  return result + blank(text.slice(position));
}
