// A project: its files, its packages, and the modules that its imports find.

import { dirname, join } from 'node:path/posix';
import { SourceFile } from '../syntax/source-file.js';
import { type ReadFiles, isCode } from './read-files.js';
import { type Package, type Style, isOlderThan, packageOf, packagesOf } from './packages.js';
import { GUIDE, type Kind, Report, type Say } from './report.js';

const EXTENSIONS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.vue', '.svelte'];

export class Project {
  readonly report = new Report();
  readonly packages: readonly Package[];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #files = new Map<string, SourceFile>();

  constructor({ texts, unread }: ReadFiles) {
    this.#texts = texts;
    this.packages = packagesOf(texts, (path) => this.say(path, 'left', 1, 'this file is not JSON: it was not changed', 'imports'));
    for (const { path, reason } of unread) this.say(path, 'left', 1, `not read: ${reason}`, 'imports');
  }

  /** Paths of all files that were read. */
  get paths(): string[] {
    return [...this.#texts.keys()];
  }

  textOf(path: string): string {
    return this.#texts.get(path) ?? '';
  }

  /** Returns a file of the project, parsed once. */
  file(path: string): SourceFile {
    const known = this.#files.get(path);
    if (known) return known;
    const file = new SourceFile(path, this.textOf(path));
    this.#files.set(path, file);
    return file;
  }

  /** All files that have been parsed. */
  get files(): SourceFile[] {
    return [...this.#files.values()];
  }

  /** Returns the path of the module that an import of a file names, or `undefined` if it is not part of the project. */
  resolve(from: string, specifier: string): string | undefined {
    return this.#candidates(from, specifier)
      .flatMap((base) => [...EXTENSIONS.map((extension) => base + extension), ...EXTENSIONS.slice(1).map((extension) => `${base}/index${extension}`), base.replace(/\.js(x?)$/, '.ts$1')])
      .find((path) => this.#texts.has(path) && isCode(path));
  }

  /** Returns whether moves have boardgame.io's old signature, by the version that the file's package declares. */
  styleOf(path: string): Style {
    return isOlderThan(packageOf(this.packages, path)?.range, 50) ? 'positional' : 'object';
  }

  /** Adds an entry to the report. A link without a file is a heading of the guide. */
  say(path: string, kind: Kind, line: number, text: string, link: string): void {
    this.report.add({ kind, path, line, text, link: link.includes('.md') ? link : `${GUIDE}#${link}` });
  }

  /** Returns `say` for one file. */
  sayOf(path: string): Say {
    return (kind, line, text, link) => this.say(path, kind, line, text, link);
  }

  #candidates(from: string, specifier: string): string[] {
    if (specifier.startsWith('.')) return [join(dirname(from), specifier)];
    // Aliases of the source folder, such as `@/game` and `src/game`.
    const path = specifier.replace(/^[@~]\//, '');
    return ancestorsOf(from).flatMap((folder) => [join(folder, path), join(folder, 'src', path)]);
  }
}

function ancestorsOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? ['.'] : [folder, ...ancestorsOf(folder)];
}
