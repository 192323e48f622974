// Names at the top level of modules: where they are declared, across the files of a project.

import type { Project } from '../project/project.js';
import { moduleNames } from '../syntax/module-names.js';
import { argumentsOf, calleeName, isFunction, unwrapped } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';

/** A node in one of the project's files. */
export interface Place {
  file: SourceFile;
  node: Node;
}

/** Declarations, imports and exports of a module, by local and by exported names. */
interface Module {
  declared: Map<string, Node>;
  imported: Map<string, { specifier: string; name: string }>;
  /** Local names of exports. */
  exported: Map<string, string>;
  /** Modules of `export * from`. */
  all: string[];
}

/** Name of a namespace import: the module as a whole. */
const ALL = '*';
const DEFAULT = 'default';
const DEFAULT_VALUE = ' default';

/** Functions that return their first argument, or a game like it. */
const TRANSPARENT = ['legacyGame', 'defineGame', 'freeze', 'Game', 'assign'];

export class Declarations {
  readonly #project: Project;
  readonly #modules = new Map<string, Module>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Follows names to the object or function that an expression stands for. Returns the expression itself if there is nothing to follow. */
  follow({ file, node }: Place, depth = 0): Place {
    const inner = unwrapped(node) ?? node;
    if (depth > 8) return { file, node: inner };
    if (inner.is('call_expression') && TRANSPARENT.includes(calleeName(inner) ?? '')) {
      const [first] = argumentsOf(inner);
      return first ? this.follow({ file, node: first }, depth + 1) : { file, node: inner };
    }
    const found = inner.is('identifier') || inner.is('shorthand_property_identifier')
      ? this.#find(file, inner.text(), inner)
      : inner.is('member_expression') ? this.#member(file, inner, depth) : undefined;
    return found ? this.follow(found, depth + 1) : { file, node: inner };
  }

  /** Returns the exported functions of the module that a namespace import names, by name. */
  namespace({ file, node }: Place): [string, Place][] {
    const imported = this.#module(file).imported.get(node.text());
    const path = imported?.name === ALL ? this.#project.resolve(file.path, imported.specifier) : undefined;
    if (path === undefined) return [];
    const other = this.#project.file(path);
    return [...this.#module(other).exported.keys()].flatMap((name) => {
      const place = this.#exported(other, name);
      return place ? [[name, place] as [string, Place]] : [];
    });
  }

  #find(file: SourceFile, name: string, from: Node): Place | undefined {
    const { declared, imported } = this.#module(file);
    const local = localDeclaration(from, name);
    if (local) return { file, node: local };
    const node = declared.get(name);
    if (node) return { file, node };
    const source = imported.get(name);
    return source && source.name !== ALL ? this.#load(file, source) : undefined;
  }

  #member(file: SourceFile, node: Node, depth: number): Place | undefined {
    const object = unwrapped(node.field('object'));
    const name = node.field('property')?.text() ?? '';
    if (!object?.is('identifier')) return undefined;
    const source = this.#module(file).imported.get(object.text());
    if (source?.name === ALL) return this.#load(file, { ...source, name });
    const owner = this.follow({ file, node: object }, depth + 1);
    if (!owner.node.is('object')) return undefined;
    const member = owner.node.namedChildren().find((child) => (child.field('key') ?? child.field('name') ?? child).text() === name);
    return member ? { file: owner.file, node: member.is('pair') ? member.field('value') ?? member : member } : undefined;
  }

  #load(file: SourceFile, { specifier, name }: { specifier: string; name: string }, depth = 0): Place | undefined {
    const path = this.#project.resolve(file.path, specifier);
    return path === undefined || depth > 8 ? undefined : this.#exported(this.#project.file(path), name, depth + 1);
  }

  #exported(file: SourceFile, name: string, depth = 0): Place | undefined {
    const module = this.#module(file);
    const local = module.exported.get(name);
    const node = local === undefined ? undefined : module.declared.get(local);
    if (node) return { file, node };
    const source = local === undefined ? undefined : module.imported.get(local);
    if (source && source.name !== ALL) return this.#load(file, source, depth);
    for (const specifier of module.all) {
      const found = this.#load(file, { specifier, name }, depth);
      if (found) return found;
    }
    return undefined;
  }

  #module(file: SourceFile): Module {
    const known = this.#modules.get(file.path);
    if (known) return known;
    const module = readModule(file);
    this.#modules.set(file.path, module);
    return module;
  }
}

/** Returns the value of a variable or function that is declared in a block around a node. */
function localDeclaration(from: Node, name: string): Node | undefined {
  for (const block of from.ancestors()) {
    if (!block.is('statement_block')) continue;
    const declared = new Map<string, Node>();
    for (const statement of block.namedChildren()) declare(statement, declared);
    const found = declared.get(name);
    if (found) return found;
  }
  return undefined;
}

function readModule(file: SourceFile): Module {
  const module: Module = { declared: new Map(), imported: new Map(), exported: new Map(), all: [] };
  for (const statement of file.root.namedChildren()) {
    if (statement.is('export_statement')) readExport(statement, module);
    else declare(statement, module.declared);
    readCommonJS(statement, module);
  }
  for (const { specifier, names, source, list } of moduleNames(file)) {
    const statement = source.parent();
    if (statement?.is('export_statement')) {
      if (names.length === 0 && !list) module.all.push(specifier);
      for (const { imported, local } of names) {
        module.imported.set(` ${local}`, { specifier, name: imported });
        module.exported.set(local, ` ${local}`);
      }
      continue;
    }
    for (const { imported, local } of names) module.imported.set(local, { specifier, name: imported });
    const clause = statement?.namedChildren().find((child) => child.is('import_clause'));
    for (const part of clause?.namedChildren() ?? []) {
      if (part.is('identifier')) module.imported.set(part.text(), { specifier, name: DEFAULT });
      if (part.is('namespace_import')) module.imported.set(part.namedChildren()[0]?.text() ?? '', { specifier, name: ALL });
    }
  }
  return module;
}

function readExport(statement: Node, module: Module): void {
  const declaration = statement.field('declaration');
  const value = statement.field('value');
  if (value) {
    module.declared.set(DEFAULT_VALUE, value);
    module.exported.set(DEFAULT, DEFAULT_VALUE);
  }
  if (declaration) {
    const declared = new Map<string, Node>();
    declare(declaration, declared);
    const isDefault = statement.children().some((child) => !child.isNamed() && child.text() === 'default');
    for (const [name, node] of declared) {
      module.declared.set(name, node);
      module.exported.set(isDefault ? DEFAULT : name, name);
    }
  }
  const clause = statement.field('source') ? undefined : statement.namedChildren().find((child) => child.is('export_clause'));
  for (const specifier of clause?.namedChildren() ?? []) {
    const name = specifier.field('name')?.text() ?? '';
    module.exported.set(specifier.field('alias')?.text() ?? name, name);
  }
}

/** Reads `module.exports = { a, b: value }` and `exports.a = value`. */
function readCommonJS(statement: Node, module: Module): void {
  const assignment = statement.is('expression_statement') ? statement.namedChildren()[0] : undefined;
  if (!assignment?.is('assignment_expression')) return;
  const left = assignment.field('left')?.text() ?? '';
  const right = assignment.field('right');
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(left) ?? [];
  const set = (exported: string, node: Node) => {
    module.declared.set(` ${exported}`, node);
    module.exported.set(exported, ` ${exported}`);
  };
  if (name !== undefined && right) set(name, right);
  if (left !== 'module.exports' || !right) return;
  set(DEFAULT, right);
  if (!right.is('object')) return;
  for (const member of right.namedChildren()) {
    if (member.is('shorthand_property_identifier')) module.exported.set(member.text(), member.text());
    const value = member.is('pair') ? member.field('value') : member.is('method_definition') ? member : null;
    const key = member.field('key') ?? member.field('name');
    if (value && key) set(key.text(), value);
  }
}

/** Adds the names that a statement declares. */
function declare(statement: Node, declared: Map<string, Node>): void {
  if (statement.is('lexical_declaration') || statement.is('variable_declaration')) {
    for (const declarator of statement.namedChildren()) {
      const name = declarator.field('name');
      const value = declarator.field('value');
      if (name?.is('identifier') && value) declared.set(name.text(), value);
    }
  } else if (statement.is('class_declaration') || isFunction(statement)) {
    const name = statement.field('name');
    if (name) declared.set(name.text(), statement);
  }
}
