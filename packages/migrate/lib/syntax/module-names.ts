// Places where code names a module: imports, exports, `require`, mocks of tests, and types.

import { calleeName, keyOf, likeString, nodesOf, receiverOf, stringOf, unwrapped } from './nodes.js';
import type { Node, SourceFile } from './source-file.js';

/** One name that code takes from a module. */
export interface TakenName {
  imported: string;
  /** The local name. */
  local: string;
  isType: boolean;
}

/** A place that names a module. */
export interface ModuleName {
  specifier: string;
  /** The string literal. */
  source: Node;
  names: TakenName[];
  /** Statement with a list of names, which can be split into several. */
  list: NameList | undefined;
  /** Default import, namespace, or module as a whole. */
  isWhole: boolean;
  isRequire: boolean;
}

/** A statement that takes a list of names from one module. */
export interface NameList {
  statement: Node;
  /** Returns the statement with other names from another module. `hasRest`: with the default import or namespace of the original. */
  render(specifier: string, names: readonly { imported: string; local: string; isType: boolean }[], hasRest: boolean): string;
  hasRest: boolean;
}

const LOADERS = ['require', 'mock', 'unmock', 'doMock', 'dontMock', 'setMock', 'requireActual', 'requireMock', 'importActual', 'importMock', 'resolve', 'createMockFromModule', 'unstable_mockModule', 'deepUnmock'];

/** Returns all places that name a module, in the order of the text. */
export function moduleNames(file: SourceFile): ModuleName[] {
  return nodesOf(file.root, 'string', 'template_string').flatMap((source) => {
    const specifier = stringOf(source);
    const found = specifier === undefined ? undefined : readPlace(source);
    return found && specifier !== undefined ? [{ specifier, source, ...found }] : [];
  });
}

type Found = Omit<ModuleName, 'specifier' | 'source'>;

function readPlace(source: Node): Found | undefined {
  const parent = source.parent();
  if (!parent) return undefined;
  if (parent.is('import_statement')) return readImport(parent, source);
  if (parent.is('export_statement')) return readExport(parent, source);
  if (parent.is('import_require_clause')) return { names: [], list: undefined, isWhole: true, isRequire: true };
  if (parent.is('module')) return { names: [], list: undefined, isWhole: true, isRequire: false };
  const call = parent.is('arguments') ? parent.parent() : null;
  return call?.is('call_expression') ? readCall(call, source) : undefined;
}

function readImport(statement: Node, source: Node): Found {
  const clause = statement.namedChildren().find((child) => child.is('import_clause'));
  const isType = statement.children().some((child) => child.text() === 'type' && !child.isNamed());
  const parts = clause?.namedChildren() ?? [];
  const named = parts.find((part) => part.is('named_imports'));
  const rest = parts.filter((part) => part !== named && !part.is('named_imports')).map((part) => part.text()).join(', ');
  const names = specifiersOf(named, 'import_specifier', isType);
  const keyword = isType ? 'import type' : 'import';
  return {
    names,
    isWhole: rest !== '' || clause === undefined,
    isRequire: false,
    list: named && {
      statement,
      hasRest: rest !== '',
      render: (specifier, taken, hasRest) => {
        const braces = taken.length === 0 ? '' : `{ ${taken.map((name) => written(name, isType, ' as ')).join(', ')} }`;
        const lead = [hasRest ? rest : '', braces].filter((part) => part !== '').join(', ');
        return `${keyword} ${lead} from ${likeString(source, specifier)}${endOf(statement)}`;
      },
    },
  };
}

function readExport(statement: Node, source: Node): Found {
  const clause = statement.namedChildren().find((child) => child.is('export_clause'));
  const isType = statement.children().some((child) => child.text() === 'type' && !child.isNamed());
  return {
    names: specifiersOf(clause, 'export_specifier', isType),
    isWhole: clause === undefined,
    isRequire: false,
    list: clause && {
      statement,
      hasRest: false,
      render: (specifier, taken) =>
        `export ${isType ? 'type ' : ''}{ ${taken.map((name) => written(name, isType, ' as ')).join(', ')} } from ${likeString(source, specifier)}${endOf(statement)}`,
    },
  };
}

function specifiersOf(list: Node | undefined, kind: string, isTypeOnly: boolean): TakenName[] {
  return (list?.namedChildren() ?? []).filter((child) => child.is(kind)).map((specifier) => {
    const imported = specifier.field('name')?.text() ?? '';
    const isType = isTypeOnly || specifier.children().some((child) => !child.isNamed() && child.text() === 'type');
    return { imported, local: specifier.field('alias')?.text() ?? imported, isType };
  });
}

function readCall(call: Node, source: Node): Found | undefined {
  const callee = call.field('function');
  const isImport = callee?.is('import') === true;
  const name = isImport ? 'import' : calleeName(call);
  if (!isImport && !LOADERS.includes(name ?? '')) return undefined;
  // `require` and `import` load modules; methods such as `mock` do so only of a test runner.
  if (!isImport && receiverOf(call) && !/^(jest|vi|vitest|require|import\.meta|mock|td)$/.test(receiverOf(call)?.text() ?? '')) return undefined;
  const whole: Found = { names: [], list: undefined, isWhole: true, isRequire: name === 'require' };
  const outer = outerOf(call);
  if (outer?.is('member_expression') || outer?.is('nested_type_identifier')) return { ...whole, isWhole: false, names: [nameOf(outer.namedChildren().at(-1)?.text() ?? '')] };
  const declarator = outer?.is('variable_declarator') ? outer : undefined;
  const pattern = declarator?.field('name');
  if (!declarator || !pattern?.is('object_pattern')) return whole;
  const members = pattern.namedChildren();
  const names = members.map((member) => {
    const imported = keyOf(member) ?? '';
    return { imported, local: member.is('pair_pattern') ? member.field('value')?.text() ?? imported : imported, isType: false };
  });
  if (names.some(({ imported }) => imported === '')) return whole;
  const statement = declarator.parent();
  const keyword = statement?.children()[0]?.text() ?? 'const';
  const isAlone = statement !== null && statement.namedChildren().filter((child) => child.is('variable_declarator')).length === 1;
  const value = unwrapped(declarator.field('value'));
  const isAwaited = declarator.field('value')?.is('await_expression') === true;
  return {
    names,
    isWhole: false,
    isRequire: name === 'require',
    list: isAlone && value ? {
      statement,
      hasRest: false,
      render: (specifier, taken) =>
        `${keyword} { ${taken.map((one) => written(one, true, ': ')).join(', ')} } = ${isAwaited ? 'await ' : ''}${name}(${likeString(source, specifier)})${endOf(statement)}`,
    } : undefined,
  };
}

/** Returns the node around a call, outside of `await` and parentheses. */
function outerOf(call: Node): Node | null {
  let outer = call.parent();
  while (outer?.is('await_expression') || outer?.is('parenthesized_expression')) outer = outer.parent();
  return outer;
}

function nameOf(imported: string): TakenName {
  return { imported, local: imported, isType: false };
}

function written({ imported, local, isType }: { imported: string; local: string; isType: boolean }, isTypeStatement: boolean, as: string): string {
  return `${isType && !isTypeStatement ? 'type ' : ''}${imported}${local === imported ? '' : as + local}`;
}

function endOf(statement: Node): string {
  return statement.text().endsWith(';') ? ';' : '';
}
