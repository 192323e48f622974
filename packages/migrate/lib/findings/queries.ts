// Questions about code that uses boardgame.io.

import { argumentsOf, calleeName, fieldOf, isFunction, nodesOf, receiverOf, stringOf, unwrapped } from '../syntax/nodes.js';
import type { Node } from '../syntax/source-file.js';
import type { GameCode, RuleCode } from './game-code.js';
import type { Place } from './declarations.js';

/** Methods that change the array that they are called on. */
const MUTATORS = ['copyWithin', 'fill', 'pop', 'push', 'reverse', 'shift', 'sort', 'splice', 'unshift'];

/** Returns the calls of events, such as `events.endTurn()` and `ctx.events.endTurn()`, in code of rules. */
export function eventCalls(codes: readonly RuleCode[], ...names: string[]): Place[] {
  return codes.flatMap(({ file, node }) => callsOf(node, ...names)
    .filter((call) => /(^|\.)events[!?]?$/.test(receiverOf(call)?.text() ?? ''))
    .map((call) => ({ file, node: call })));
}

/** Returns the calls of functions or methods by their names. */
export function callsOf(root: Node, ...names: string[]): Node[] {
  return nodesOf(root, 'call_expression').filter((call) => names.includes(calleeName(call) ?? ''));
}

/** Returns calls of constructors. */
export function constructionsOf(root: Node, ...names: string[]): Node[] {
  return nodesOf(root, 'new_expression').filter((node) => names.includes(calleeName(node) ?? ''));
}

/** Returns a field of the first argument of a call. */
export function optionOf(call: Node, name: string): Node | undefined {
  const [first] = argumentsOf(call).map((argument) => unwrapped(argument));
  return fieldOf(first, name);
}

/** Path of a member expression: `['G', 'cells', '0']` of `G.cells[0]`. Computed names are `*`. */
export function pathOf(node: Node | null | undefined): string[] {
  const inner = unwrapped(node);
  if (!inner) return [];
  if (inner.is('identifier') || inner.is('this')) return [inner.text()];
  if (inner.is('member_expression')) return [...pathOf(inner.field('object')), inner.field('property')?.text() ?? '*'];
  if (inner.is('subscript_expression')) return [...pathOf(inner.field('object')), stringOf(inner.field('index')) ?? '*'];
  return [];
}

/** Returns all places that change something in place: assignments, `++`, `delete`, and methods of arrays. `path` names the changed value. */
export function changesIn(root: Node): { node: Node; path: string[] }[] {
  const assignments = nodesOf(root, 'assignment_expression', 'augmented_assignment_expression').map((node) => ({ node, path: pathOf(node.field('left')) }));
  const updates = nodesOf(root, 'update_expression', 'unary_expression')
    .filter((node) => node.is('update_expression') || node.text().startsWith('delete '))
    .map((node) => ({ node, path: pathOf(node.field('argument')) }));
  const calls = callsOf(root, ...MUTATORS).map((node) => ({ node, path: [...pathOf(receiverOf(node)), '()'] }));
  return [...assignments, ...updates, ...calls].filter(({ path }) => path.length > 1);
}

/** Returns the nearest function around a node within a root, or the root. */
export function isOwnCode(fn: Node, node: Node): boolean {
  return node.ancestors().find((ancestor) => isFunction(ancestor))?.id() === fn.id();
}

/** Returns all calls in the project of names that come from boardgame.io or Rondel, and constructions. */
export function usesOf(code: GameCode, ...names: string[]): Place[] {
  return code.files.flatMap((file) => [...callsOf(file.root, ...names), ...constructionsOf(file.root, ...names)].map((node) => ({ file, node })));
}
