// One file of a project: its text, its syntax tree, and its edits.

import { Lang, type SgNode, parse } from '@ast-grep/napi';
import { maskedCode } from '../text/code-blocks.js';
import { type Edit, applyEdits } from '../text/edits.js';
import { Lines } from '../text/lines.js';

export type Node = SgNode;

/** A file that has been read. Offsets are UTF-16 code units of `text`. */
export class SourceFile {
  /** Path from the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly edits: Edit[] = [];
  readonly #isJson: boolean;
  #root: Node | undefined;
  #lines: Lines | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.#isJson = /\.(json[c5]?|babelrc|swcrc)$/i.test(path);
  }

  /** Root of the syntax tree. For JSON it is the tree of `(…)`. */
  get root(): Node {
    this.#root ??= this.#parse();
    return this.#root;
  }

  /** Returns `true` if the parser has understood the whole file. */
  get isSound(): boolean {
    return isSound(this.root);
  }

  startOf(node: Node): number {
    return node.range().start.index - this.#shift;
  }

  endOf(node: Node): number {
    return node.range().end.index - this.#shift;
  }

  /** Returns the line of a node or an offset. The first line is 1. */
  lineOf(place: Node | number): number {
    this.#lines ??= new Lines(this.text);
    return this.#lines.at(typeof place === 'number' ? place : this.startOf(place));
  }

  replace(node: Node, text: string): void {
    this.edits.push({ start: this.startOf(node), end: this.endOf(node), text });
  }

  insert(offset: number, text: string): void {
    this.edits.push({ start: offset, end: offset, text });
  }

  /** Returns the text with all edits. */
  edited(): string {
    return applyEdits(this.text, this.edits);
  }

  /** The parser reads JSON as an expression in parentheses. */
  get #shift(): number {
    return this.#isJson ? 1 : 0;
  }

  #parse(): Node {
    if (this.#isJson) return parse(Lang.JavaScript, `(${this.text.replace(/^\uFEFF/, ' ')}\n)`).root();
    const masked = maskedCode(this.path, this.text);
    const code = withoutTypeArguments(masked?.code ?? this.text);
    if (/\.[cm]?ts$/i.test(this.path)) return parse(Lang.TypeScript, code).root();
    const root = parse(Lang.Tsx, code).root();
    if (isSound(root)) return root;
    // Assertions such as `<any>x` are TypeScript but not TSX, and some comparisons are JavaScript but not TypeScript.
    const other = parse(masked?.isTypeScript ? Lang.TypeScript : Lang.JavaScript, code).root();
    return isSound(other) ? other : root;
  }
}

/** Blanks the type arguments of imported types, such as `import('x').A<B>`, which the parser does not know. */
function withoutTypeArguments(code: string): string {
  return code.replace(/(\bimport\(\s*['"][^'"]+['"]\s*\)(?:\.\w+)+)(<(?:[^<>]|<[^<>]*>)*>)/g, (_, type: string, types: string) => type + types.replace(/[^\r\n]/g, ' '));
}

function isSound(root: Node): boolean {
  return root.kind() !== 'ERROR' && root.find({ rule: { kind: 'ERROR' } }) === null;
}
