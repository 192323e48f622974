// Edits of JSON that leave its layout as it is.

import { keyOf, membersOf } from './nodes.js';
import type { Node, SourceFile } from './source-file.js';

/** Returns the object that a JSON file contains. */
export function objectIn(file: SourceFile): Node | undefined {
  const expression = file.root.namedChildren().find((child) => child.is('expression_statement'))?.namedChildren()[0];
  return expression?.is('parenthesized_expression') ? expression.namedChildren().find((child) => child.is('object')) : undefined;
}

/** Returns a member by the names of its path. */
export function memberAt(object: Node | undefined, ...path: string[]): Node | undefined {
  let member: Node | undefined;
  let inner = object;
  for (const name of path) {
    member = inner?.is('object') ? membersOf(inner).find((one) => keyOf(one) === name) : undefined;
    inner = member?.field('value') ?? undefined;
  }
  return member;
}

/** Removes a member or an element, with its comma and its line. */
export function removeMember(file: SourceFile, member: Node): void {
  const siblings = (member.parent()?.namedChildren() ?? []).filter((child) => !child.is('comment'));
  const index = siblings.findIndex((sibling) => sibling.id() === member.id());
  const next = siblings[index + 1];
  const previous = siblings[index - 1];
  const [start, end] = next
    ? [file.startOf(member), file.startOf(next)]
    : previous ? [file.endOf(previous), file.endOf(member)] : [file.startOf(member), file.endOf(member)];
  file.edits.push({ start, end, text: '' });
}

/** Inserts a member after another one, in the same layout. */
export function insertAfter(file: SourceFile, member: Node, text: string): void {
  const start = file.startOf(member);
  const lead = /(\r?\n[ \t]*)$/.exec(file.text.slice(0, start))?.[1] ?? ' ';
  file.insert(file.endOf(member), `,${lead}${text}`);
}
