// The report: what was changed, what differs for this project, and what is left for a person.

/** Kinds of entries, in the order in which the report shows them. */
export const KINDS = ['changed', 'differs', 'look', 'left'] as const;
export type Kind = (typeof KINDS)[number];

/** One entry of the report. */
export interface Entry {
  /**
   * - `changed`: the tool has changed this.
   * - `differs`: Rondel does something else here.
   * - `look`: the tool cannot see whether Rondel does something else here.
   * - `left`: the project does not work before a person has changed this.
   */
  kind: Kind;
  /** Path from the root of the project. */
  path: string;
  /** The first line is 1. */
  line: number;
  text: string;
  /** File and heading of the documentation, such as `07-coming-from-boardgame-io.md#imports`. */
  link: string;
}

/** Adds an entry for one file. The link is a heading of the guide, or a file of the documentation with a heading. */
export type Say = (kind: Kind, line: number, text: string, link: string) => void;

/** The guide for projects that come from boardgame.io. */
export const GUIDE = '07-coming-from-boardgame-io.md';

export class Report {
  readonly #entries = new Map<string, Entry>();

  /** Adds an entry. One that says the same of the same line counts once. */
  add(entry: Entry): void {
    this.#entries.set(JSON.stringify([entry.kind, entry.path, entry.line, entry.text]), entry);
  }

  /** All entries, by kind, path and line. */
  get entries(): Entry[] {
    return [...this.#entries.values()].sort((one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || compare(one.path, other.path) || one.line - other.line);
  }

  count(kind: Kind): number {
    return this.entries.filter((entry) => entry.kind === kind).length;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
