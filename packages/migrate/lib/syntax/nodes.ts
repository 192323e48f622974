// Questions about nodes of a syntax tree.

import type { Node } from './source-file.js';

/** Returns all nodes of one of these kinds, in the order of the text. Languages do not have all kinds: JavaScript has no types. */
export function nodesOf(root: Node, ...kinds: string[]): Node[] {
  try {
    return root.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
  } catch {
    // The parser throws for kinds that its language does not have.
    const found = kinds.length > 1 ? kinds.flatMap((kind) => nodesOf(root, kind)) : [];
    return found.sort((one, other) => one.range().start.index - other.range().start.index);
  }
}

/** Returns the value of a string literal, or `undefined` if the node is no such literal. */
export function stringOf(node: Node | null | undefined): string | undefined {
  if (!node) return undefined;
  const isString = node.is('string') || (node.is('template_string') && !node.namedChildren().some((part) => part.is('template_substitution')));
  return isString ? node.text().slice(1, -1) : undefined;
}

/** Returns a literal with the quotes of another one. An identifier as a key gets single quotes. */
export function likeString(literal: Node, text: string): string {
  const [quote = "'"] = /^['"`]/.exec(literal.text()) ?? [];
  return quote + text + quote;
}

/** Returns the name of a field of an object: of `a: 1`, `'a': 1`, `a() {}` and `a`. */
export function keyOf(member: Node): string | undefined {
  if (member.is('shorthand_property_identifier') || member.is('shorthand_property_identifier_pattern')) return member.text();
  const key = member.is('pair') || member.is('pair_pattern') ? member.field('key') : member.is('method_definition') ? member.field('name') : null;
  if (!key) return undefined;
  return key.is('string') ? stringOf(key) : key.is('computed_property_name') ? undefined : key.text();
}

/** Returns the value of a field: an expression, or the method itself. */
export function valueOf(member: Node): Node | undefined {
  return member.is('pair') ? unwrapped(member.field('value')) : member;
}

/** Returns the fields of an object literal, without spread elements. */
export function membersOf(object: Node): Node[] {
  return object.namedChildren().filter((child) => keyOf(child) !== undefined);
}

/** Returns a field of an object literal by its name. */
export function memberOf(object: Node | undefined, name: string): Node | undefined {
  return object?.is('object') ? membersOf(object).find((member) => keyOf(member) === name) : undefined;
}

/** Returns the value of a field of an object literal by its name. */
export function fieldOf(object: Node | undefined, name: string): Node | undefined {
  const member = memberOf(object, name);
  return member && valueOf(member);
}

/** Returns the expression within parentheses, type assertions and `satisfies`. */
export function unwrapped(node: Node | null | undefined): Node | undefined {
  let inner = node ?? undefined;
  while (inner && /^(parenthesized|as|satisfies|non_null|type_assertion|await)(_expression)?$/.test(String(inner.kind()))) {
    inner = inner.is('type_assertion') ? inner.namedChildren().at(-1) : inner.namedChildren()[0];
  }
  return inner;
}

const FUNCTIONS = ['arrow_function', 'function_expression', 'function_declaration', 'method_definition', 'function', 'generator_function', 'generator_function_declaration'];

export function isFunction(node: Node | undefined): node is Node {
  return node !== undefined && FUNCTIONS.includes(String(node.kind()));
}

/** Returns all functions below a node. */
export function functionsIn(root: Node): Node[] {
  return nodesOf(root, ...FUNCTIONS.filter((kind) => !['function'].includes(kind)));
}

/** Returns the parameters of a function: identifiers and patterns, without types and defaults. */
export function parametersOf(fn: Node): Node[] {
  const single = fn.field('parameter');
  if (single) return [single];
  const list = fn.field('parameters');
  return (list?.namedChildren() ?? []).filter((child) => !child.is('comment')).map(patternOf);
}

function patternOf(parameter: Node): Node {
  if (parameter.is('required_parameter') || parameter.is('optional_parameter')) return parameter.field('pattern') ?? parameter;
  return parameter.is('assignment_pattern') ? parameter.field('left') ?? parameter : parameter;
}

/** Returns the arguments of a call, without comments. */
export function argumentsOf(call: Node): Node[] {
  const list = call.field('arguments');
  return list?.is('arguments') ? list.namedChildren().filter((child) => !child.is('comment')) : [];
}

/** Returns the name that a call ends with: `b` of `a.b()`, `a?.b!()` and `b()`. */
export function calleeName(call: Node): string | undefined {
  const callee = unwrapped(call.field('function') ?? call.field('constructor'));
  if (!callee) return undefined;
  if (callee.is('member_expression')) return callee.field('property')?.text();
  return callee.is('identifier') ? callee.text() : undefined;
}

/** Returns the object of a method call: `a` of `a.b()`. */
export function receiverOf(call: Node): Node | undefined {
  const callee = unwrapped(call.field('function'));
  return callee?.is('member_expression') ? unwrapped(callee.field('object')) : undefined;
}

/** Returns the nearest function around a node. */
export function functionAround(node: Node): Node | undefined {
  return node.ancestors().find((ancestor) => isFunction(ancestor));
}
